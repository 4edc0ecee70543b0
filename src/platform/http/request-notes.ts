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
const refusedKeys = new WeakMap<object, RefusedKey>();

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

const unknownMembers = new WeakMap<object, readonly string[]>();

export function noteUnknownMembers(request: FastifyRequest, names: readonly string[]): void {
  unknownMembers.set(request, names);
}

export const unknownMembersOf = (request: FastifyRequest): readonly string[] | undefined =>
  unknownMembers.get(request);

/** A known key that may not be used now or from this address. */
export function noteRefusedKey(request: object, key: RefusedKey): void {
  refusedKeys.set(request, key);
}

export const refusedKeyOf = (request: FastifyRequest): RefusedKey | undefined => refusedKeys.get(request);
