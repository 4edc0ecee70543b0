import { queryOptions } from '@tanstack/react-query';
import { api, getFile, type Schemas } from '../../../api/client';
import { keys } from '../../../api/keys';
import { pollSteadily } from '../../../api/polling';
import { useInvalidateAfter } from '../../../api/use-change';

export type PrivacyRequest = Schemas['PrivacyRequestView'];
export type PrivacyKind = PrivacyRequest['kind'];

/** The page shows only the newest requests. */
const SHOWN = 100;

export const privacyRequestsQuery = queryOptions({
  queryKey: keys.privacy,
  queryFn: () => api.get('/api/admin/privacy/requests', { query: { limit: SHOWN } }),
  refetchInterval: pollSteadily(),
});

export const documentOf = (id: number) =>
  getFile('/api/admin/privacy/requests/{id}/document', { path: { id }, headers: { Accept: 'text/html' } });

export function usePrivacyChanges() {
  const change = useInvalidateAfter(keys.privacy, keys.audit, keys.alerts);
  return {
    enter: (body: Schemas['CreatePrivacyRequestDto']) =>
      change(api.post('/api/admin/privacy/requests', { body })),
    decide: (id: number, declined: boolean) =>
      change(api.post('/api/admin/privacy/requests/{id}/complete', { path: { id }, body: { declined } })),
    lift: (id: number) => change(api.post('/api/admin/privacy/requests/{id}/lift', { path: { id } })),
  };
}
