import { AbortError, SandiError } from './errors.js';
import type { CallOptions, Unknown } from './types.js';

const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/** The key of the caller, or a new one. */
export function keyOf({ idempotencyKey = crypto.randomUUID() }: CallOptions): string {
  if (!PRINTABLE.test(idempotencyKey))
    throw new TypeError('idempotencyKey has 1 to 255 printable ASCII characters.');
  return idempotencyKey;
}

type Asked = Pick<Partial<Unknown>, 'external_id' | 'metadata'>;

/** The result of a send with an unknown outcome. Other errors are thrown. */
export function unknownOr(error: unknown, asked: Asked, idempotencyKey: string): Omit<Unknown, 'status'> {
  if (!(error instanceof SandiError) || error instanceof AbortError) throw error;
  if (error.code !== 'gateway_unknown' && !error.maybeDone) throw error;
  const told = error.body as Partial<Unknown>;
  return {
    reference: told.reference ?? null,
    external_id: asked.external_id ?? told.external_id ?? null,
    metadata: asked.metadata ?? told.metadata ?? null,
    reason: told.reason ?? null,
    code: error.code,
    idempotency_key: idempotencyKey,
  };
}
