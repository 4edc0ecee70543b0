import { queryOptions } from '@tanstack/react-query';
import { client, unwrap } from './client';
import { keys } from './keys';
import type { components } from './schema';

export type ApiKey = components['schemas']['ApiKeyView'];
export type NewApiKey = components['schemas']['NewApiKey'];

export type ApiKeyState = 'active' | 'inactive' | 'expired';

/** The account's keys: those that live, then those that have expired; newest first. */
export const apiKeysQuery = queryOptions({
  queryKey: keys.apiKeys,
  queryFn: () => unwrap(client.GET('/api/account/api-keys')),
});

/** Whether a key works at `now`, and why not. */
export function stateOf({ active, expires_at: expiresAt }: ApiKey, now: Date): ApiKeyState {
  if (expiresAt !== null && new Date(expiresAt) <= now) return 'expired';
  return active ? 'active' : 'inactive';
}
