import { apiKeysQuery, type ApiKey } from '../../api/api-keys';
import { client, unwrap } from '../../api/client';
import { keys } from '../../api/keys';
import type { components } from '../../api/schema';
import { useChange, useKnownList } from '../../api/use-change';

type Changes = components['schemas']['UpdateApiKeyDto'];
type Creation = components['schemas']['CreateApiKeyDto'];

const at = ({ id }: ApiKey) => ({ path: { id } });

/** The calls that change keys. */
export function useKeyChanges() {
  const change = useChange(keys.apiKeys);
  const list = useKnownList<ApiKey>(apiKeysQuery.queryKey);
  return {
    create: (body: Creation) => change(unwrap(client.POST('/api/account/api-keys', { body }))),
    update: (key: ApiKey, body: Changes) =>
      change(
        unwrap(client.PATCH('/api/account/api-keys/{id}', { params: at(key), body })).then(list.replace),
      ),
    rotate: (key: ApiKey, overlapSeconds: number) =>
      change(
        unwrap(
          client.POST('/api/account/api-keys/{id}/rotate', {
            params: at(key),
            body: { overlap_seconds: overlapSeconds },
          }),
        ),
      ),
    newHookSecret: (key: ApiKey) =>
      unwrap(client.POST('/api/account/api-keys/{id}/hook-secret', { params: at(key) })),
    remove: (key: ApiKey) =>
      change(
        unwrap(client.DELETE('/api/account/api-keys/{id}', { params: at(key) })).then(() => list.remove(key)),
      ),
  };
}
