import { useQueryClient } from '@tanstack/react-query';
import { client, unwrap } from '../../../api/client';
import { keys } from '../../../api/keys';
import type { components } from '../../../api/schema';
import { useChange } from '../../../api/use-change';
import { useConfirmed } from '../../../components/confirmation';

export type Creation = components['schemas']['CreateDeviceDto'];
export type Changes = components['schemas']['UpdateDeviceDto'];

/** The calls that change devices. */
export function useDeviceChanges() {
  const queryClient = useQueryClient();
  const change = useChange(keys.devices, keys.audit);
  const confirmed = useConfirmed();
  const at = (id: number) => ({ params: { path: { id } } });
  return {
    create: (creation: Creation) =>
      confirmed((current_password) => {
        const body = { ...creation, current_password };
        return change(unwrap(client.POST('/api/admin/devices', { body })));
      }),
    update: (id: number, changes: Changes) =>
      confirmed((current_password) => {
        const body = { ...changes, current_password };
        return change(unwrap(client.PATCH('/api/admin/devices/{id}', { ...at(id), body })));
      }),
    renewKey: (id: number) =>
      confirmed((current_password) => {
        const body = { current_password };
        return change(unwrap(client.POST('/api/admin/devices/{id}/callback-key', { ...at(id), body })));
      }),
    drain: (id: number) => change(unwrap(client.POST('/api/admin/devices/{id}/drain', at(id)))),
    resume: (id: number) => change(unwrap(client.POST('/api/admin/devices/{id}/resume', at(id)))),
    test: (id: number) => change(unwrap(client.POST('/api/admin/devices/{id}/test', at(id)))),
    /** Its own page would ask for what is gone: whoever deletes leaves that page, and asks the lists anew then. */
    remove: (id: number) => unwrap(client.DELETE('/api/admin/devices/{id}', at(id))),
    forget: (id: number) => {
      queryClient.removeQueries({ queryKey: [...keys.devices, id] });
      return change(Promise.resolve());
    },
  };
}
