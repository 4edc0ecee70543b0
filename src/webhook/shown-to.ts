import { NO_SESSION, type Principal } from '../platform/access/principal.js';

/**
 * An answer as its reader may see it. An administrator who looks at an account sees only the hosts of its webhooks, and
 * no answers of its servers: either may hold a secret.
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
