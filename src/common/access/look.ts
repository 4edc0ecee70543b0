import type { Principal } from './principal.js';

/** No login has it: by it, a request that looks at somebody's account acts for none of theirs. */
export const NO_SESSION = 0;

/**
 * An answer as whoever asks may read it. An administrator who looks at an account sees the addresses of its webhooks by their
 * host alone, and no words of its servers: either may hold a secret.
 */
export function shownTo<T>(who: Principal, data: T): T {
  if (who.kind !== 'user' || who.sessionId !== NO_SESSION) return data;
  return withoutSecrets(data) as T;
}

function withoutSecrets(value: unknown, name = ''): unknown {
  if (name === 'answer') return null;
  // The account's own pairs, of any name.
  if (name === 'metadata') return value;
  if (name === 'url' && typeof value === 'string') return `${new URL(value).origin}/…`;
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutSecrets(each, key)]));
}
