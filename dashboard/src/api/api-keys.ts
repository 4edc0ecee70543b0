import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from './client';
import { keys } from './keys';

export type ApiKey = Schemas['ApiKeyView'];
export type NewApiKey = Schemas['NewApiKey'];

export type ApiKeyState = 'active' | 'inactive' | 'expired';

/** The API keys of the account: valid ones first, then expired ones, newest first. */
export const apiKeysQuery = queryOptions({
  queryKey: keys.apiKeys,
  queryFn: () => api.get('/api/account/api-keys'),
});

export function stateOf({ active, expires_at: expiresAt }: ApiKey, now: Date): ApiKeyState {
  if (expiresAt !== null && new Date(expiresAt) <= now) return 'expired';
  return active ? 'active' : 'inactive';
}
