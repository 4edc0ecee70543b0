import { type ApiKey, apiKeysQuery } from '../../api/api-keys';
import { api, type Schemas } from '../../api/client';
import { keys } from '../../api/keys';
import { useCachedList, useInvalidateAfter } from '../../api/use-change';
import { usePasswordConfirmation } from '../../components/password-confirmation';

type Changes = Schemas['UpdateApiKeyDto'];
type Creation = Schemas['CreateApiKeyDto'];
type HookSecret = Schemas['HookSecretDto'];
type HookSigningKey = Schemas['HookSigningKeyDto'];

/** The address of a hook; with its secret, if Sandi created that. */
export type StoredHook = Schemas['HookAddress'] & Partial<Schemas['NewHookSecret']>;

const at = ({ id }: ApiKey) => ({ path: { id } });

export function useKeyChanges() {
  const change = useInvalidateAfter(keys.apiKeys);
  const confirmed = usePasswordConfirmation();
  const list = useCachedList<ApiKey>(apiKeysQuery.queryKey);
  return {
    create: (creation: Creation) =>
      confirmed((current_password) => {
        const body = { ...creation, current_password };
        return change(api.post('/api/account/api-keys', { body }));
      }),
    update: (key: ApiKey, changes: Changes) =>
      confirmed((current_password) => {
        const body = { ...changes, current_password };
        return change(api.patch('/api/account/api-keys/{id}', { ...at(key), body }).then(list.replace));
      }),
    rotate: (key: ApiKey, overlap_seconds: number) =>
      confirmed((current_password) => {
        const body = { overlap_seconds, current_password };
        return change(api.post('/api/account/api-keys/{id}/rotate', { ...at(key), body }));
      }),
    newHookSecret: (key: ApiKey, hook: HookSecret) =>
      confirmed((current_password) => {
        const body = { ...hook, current_password };
        return change(api.post('/api/account/api-keys/{id}/hook-secret', { ...at(key), body }));
      }),
    storeSigningKey: (key: ApiKey, hook: HookSigningKey) =>
      confirmed((current_password) => {
        const body = { ...hook, current_password };
        return change(api.put('/api/account/api-keys/{id}/hook-signing-key', { ...at(key), body }));
      }),
    remove: (key: ApiKey) =>
      change(api.delete('/api/account/api-keys/{id}', at(key)).then(() => list.remove(key))),
  };
}
