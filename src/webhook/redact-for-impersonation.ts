import { IMPERSONATION_SESSION, type Principal } from '../platform/access/principal.js';

/**
 * In a read-only impersonation, hides URLs of webhooks except their hosts, and responses of their servers: both
 * may contain secrets.
 */
export function redactForImpersonation<T>(who: Principal, data: T): T {
  if (who.kind !== 'user' || who.sessionId !== IMPERSONATION_SESSION) return data;
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
