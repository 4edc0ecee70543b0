import { type ApiKey, apiKeysQuery } from '../../api/api-keys';
import { client, unwrap } from '../../api/client';
import { keys } from '../../api/keys';
import type { components } from '../../api/schema';
import { useChange, useKnownList } from '../../api/use-change';

type Changes = components['schemas']['UpdateApiKeyDto'];
type Creation = components['schemas']['CreateApiKeyDto'];
type HookSecret = components['schemas']['HookSecretDto'];
type HookSigningKey = components['schemas']['HookSigningKeyDto'];

/** With its secret where we made one. */
export type StoredHook = components['schemas']['HookAddress'] &
  Partial<components['schemas']['NewHookSecret']>;

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
    newHookSecret: (key: ApiKey, body: HookSecret) =>
      change(unwrap(client.POST('/api/account/api-keys/{id}/hook-secret', { params: at(key), body }))),
    storeSigningKey: (key: ApiKey, body: HookSigningKey) =>
      change(unwrap(client.PUT('/api/account/api-keys/{id}/hook-signing-key', { params: at(key), body }))),
    remove: (key: ApiKey) =>
      change(
        unwrap(client.DELETE('/api/account/api-keys/{id}', { params: at(key) })).then(() => list.remove(key)),
      ),
  };
}
