import { useQueryClient } from '@tanstack/react-query';
import type { ApiKey } from '../../api/api-keys';
import { client, unwrap } from '../../api/client';
import { keys } from '../../api/keys';
import type { components } from '../../api/schema';

type Changes = components['schemas']['UpdateApiKeyDto'];
type Creation = components['schemas']['CreateApiKeyDto'];

/** The calls that change keys; each is done when the list shows it. */
export function useKeyChanges() {
  const queryClient = useQueryClient();
  const then = async <Result>(result: Promise<Result>): Promise<Result> => {
    const done = await result;
    await queryClient.invalidateQueries({ queryKey: keys.apiKeys });
    return done;
  };
  const at = ({ id }: ApiKey) => ({ path: { id } });
  return {
    create: (body: Creation) => then(unwrap(client.POST('/api/account/api-keys', { body }))),
    update: (key: ApiKey, body: Changes) =>
      then(unwrap(client.PATCH('/api/account/api-keys/{id}', { params: at(key), body }))),
    rotate: (key: ApiKey, overlapSeconds: number) =>
      then(
        unwrap(
          client.POST('/api/account/api-keys/{id}/rotate', {
            params: at(key),
            body: { overlap_seconds: overlapSeconds },
          }),
        ),
      ),
    newHookSecret: (key: ApiKey) =>
      unwrap(client.POST('/api/account/api-keys/{id}/hook-secret', { params: at(key) })),
    remove: (key: ApiKey) => then(unwrap(client.DELETE('/api/account/api-keys/{id}', { params: at(key) }))),
  };
}
