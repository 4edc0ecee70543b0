import type { FastifyRequest } from 'fastify';
import type { RefusedKey } from '../access/principal.js';
import type { AppError } from '../errors/index.js';

/** A failure without any input of the caller. */
interface RequestFailure {
  status: number;
  code: string;
  fields: readonly string[];
}

/** Notes for hooks that run after the response. */
const failures = new WeakMap<object, RequestFailure>();

export function noteFailure(request: FastifyRequest, { code, spec, extra }: AppError): void {
  const fields: unknown = extra.body?.['fields'];
  failures.set(request, {
    status: spec.status,
    code,
    fields: Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : [],
  });
}

/** A stored response that is sent again. */
export function noteReplay(request: FastifyRequest, status: number, json: string): void {
  if (status < 400) return;
  const { code } = JSON.parse(json) as { code?: unknown };
  failures.set(request, { status, code: typeof code === 'string' ? code : 'unknown', fields: [] });
}

export const failureOf = (request: FastifyRequest): RequestFailure | undefined => failures.get(request);

/** The names of members that no rule reads. */
export const unknownMembers = new WeakMap<object, readonly string[]>();

/** A known key that may not be used now or from this address. */
export const refusedKeys = new WeakMap<object, RefusedKey>();
