import { useQueryClient } from '@tanstack/react-query';
import { client, unwrap } from '../../../api/client';
import { keys } from '../../../api/keys';
import type { components } from '../../../api/schema';

export type Creation = components['schemas']['CreateDeviceDto'];
export type Changes = components['schemas']['UpdateDeviceDto'];

/** The calls that change devices; each is done when the pages show it. */
export function useDeviceChanges() {
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all([keys.devices, keys.audit].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const then = async <Result>(result: Promise<Result>): Promise<Result> => {
    const done = await result;
    await refresh();
    return done;
  };
  const at = (id: number) => ({ params: { path: { id } } });
  return {
    create: (body: Creation) => then(unwrap(client.POST('/api/admin/devices', { body }))),
    update: (id: number, body: Changes) =>
      then(unwrap(client.PATCH('/api/admin/devices/{id}', { ...at(id), body }))),
    drain: (id: number) => then(unwrap(client.POST('/api/admin/devices/{id}/drain', at(id)))),
    resume: (id: number) => then(unwrap(client.POST('/api/admin/devices/{id}/resume', at(id)))),
    test: (id: number) => then(unwrap(client.POST('/api/admin/devices/{id}/test', at(id)))),
    /** Its own page would ask for what is gone: whoever deletes leaves that page, and asks the lists anew then. */
    remove: (id: number) => unwrap(client.DELETE('/api/admin/devices/{id}', at(id))),
    forget: async (id: number) => {
      queryClient.removeQueries({ queryKey: [...keys.devices, id] });
      await refresh();
    },
  };
}
