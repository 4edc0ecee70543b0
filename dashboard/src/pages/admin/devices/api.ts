import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas } from '../../../api/client';
import { keys } from '../../../api/keys';
import { pagedList, pollSteadily } from '../../../api/polling';
import { createSender, type SendBody } from '../../../api/sender';
import { useInvalidateAfter } from '../../../api/use-change';
import { usePasswordConfirmation } from '../../../components/password-confirmation';

export type Device = Schemas['DeviceView'];
export type DeviceAlert = Schemas['DeviceAlertItem'];
export type Driver = Schemas['DriverView'];
export type Allowance = Device['allowances'][number];
export type Creation = Schemas['CreateDeviceDto'];
export type TemplateList = Schemas['MessageTemplateList'];
export type MessageTemplate = Schemas['MessageTemplateView'];
export type NewTemplate = Schemas['CreateTemplateDto'];
export type Changes = Schemas['UpdateDeviceDto'];
/** State of the pairing; `paused`: polling has stopped. */
export type Pairing = Schemas['PairingView'] | { state: 'paused' };

const HEALTH_MS = 10_000;
/** Default lifetime of a code. */
const PAIRING_SECONDS = 15;
/** Codes per pairing, a few minutes; then the user must ask for more. */
const CODES_MAX = 8;

export const devicesQuery = (page = 1) =>
  queryOptions({
    queryKey: [...keys.devices, 'list', page],
    queryFn: () => api.get('/api/admin/devices', { query: { page } }),
    ...pagedList,
    refetchInterval: pollSteadily(HEALTH_MS),
  });

export const deviceQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.devices, id],
    queryFn: () => api.get('/api/admin/devices/{id}', { path: { id } }),
    refetchInterval: pollSteadily(HEALTH_MS),
  });

const ALERTS_SHOWN = 10;

export const alertsQuery = (page = 1) =>
  queryOptions({
    queryKey: [...keys.devices, 'alerts', page],
    queryFn: () => api.get('/api/admin/devices/alerts', { query: { page, limit: ALERTS_SHOWN } }),
    ...pagedList,
    refetchInterval: pollSteadily(HEALTH_MS),
  });

export const deviceAlertsQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.devices, id, 'alerts'],
    queryFn: () => api.get('/api/admin/devices/alerts', { query: { device_id: id, limit: ALERTS_SHOWN } }),
    refetchInterval: pollSteadily(HEALTH_MS),
  });

export const driversQuery = queryOptions({
  queryKey: [...keys.devices, 'drivers'],
  queryFn: () => api.get('/api/admin/drivers'),
  staleTime: Infinity,
});

/**
 * State of the pairing. Refetched only after a code has expired, and a limited number of times: some gateways
 * start a new login each time, and each request is audited.
 */
export const pairingQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.pairing, id],
    queryFn: async ({ client: cache, queryKey }): Promise<Pairing> => {
      const codes = cache.getQueryState(queryKey)?.dataUpdateCount ?? 0;
      if (codes >= CODES_MAX) return { state: 'paused' };
      return api.get('/api/admin/devices/{id}/link', { path: { id } });
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: (query) => {
      const pairing = query.state.data;
      if (pairing?.state !== 'scan') return false;
      return pollSteadily<Pairing>((pairing.expires_seconds ?? PAIRING_SECONDS) * 1000)(query);
    },
  });

export function useDeviceChanges() {
  const queryClient = useQueryClient();
  const change = useInvalidateAfter(keys.devices, keys.audit);
  const confirmed = usePasswordConfirmation();
  const at = (id: number) => ({ path: { id } });
  return {
    create: (creation: Creation) =>
      confirmed((current_password) => {
        const body = { ...creation, current_password };
        return change(api.post('/api/admin/devices', { body }));
      }),
    update: (id: number, changes: Changes) =>
      confirmed((current_password) => {
        const body = { ...changes, current_password };
        return change(api.patch('/api/admin/devices/{id}', { ...at(id), body }));
      }),
    renewKey: (id: number) =>
      confirmed((current_password) => {
        const body = { current_password };
        return change(api.post('/api/admin/devices/{id}/callback-key', { ...at(id), body }));
      }),
    drain: (id: number) => change(api.post('/api/admin/devices/{id}/drain', at(id))),
    resume: (id: number) => change(api.post('/api/admin/devices/{id}/resume', at(id))),
    test: (id: number) => change(api.post('/api/admin/devices/{id}/test', at(id))),
    /** Does not invalidate: the caller first leaves the page of the deleted device, then calls `forget`. */
    remove: (id: number) =>
      confirmed((current_password) =>
        api.delete('/api/admin/devices/{id}', { ...at(id), body: { current_password } }),
      ),
    forget: (id: number) => {
      queryClient.removeQueries({ queryKey: [...keys.devices, id] });
      return change(Promise.resolve());
    },
  };
}

/** The templates of a device. Not polled: each request goes to Meta, which limits their number. */
export const templatesQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.devices, id, 'templates'],
    queryFn: () => api.get('/api/admin/devices/{id}/templates', { path: { id } }),
    refetchOnWindowFocus: false,
  });

export function useTemplates(id: number) {
  const change = useInvalidateAfter(keys.devices, keys.audit);
  return {
    create: (body: NewTemplate) =>
      change(api.post('/api/admin/devices/{id}/templates', { path: { id }, body })),
  };
}

/** Sends through this device only, with a live key of the administrator. */
export const createDeviceSender = (id: number) =>
  createSender((body: SendBody, headers) =>
    api.post('/api/admin/devices/{id}/send', { path: { id }, body, headers }),
  );
