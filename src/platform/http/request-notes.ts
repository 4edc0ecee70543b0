import type { FastifyRequest } from 'fastify';
import type { RefusedKey } from '../access/principal.js';
import type { AppError } from '../errors/index.js';

/** How a request failed, without anything that its caller wrote. */
interface RequestFailure {
  status: number;
  code: string;
  /** Names of fields that we know. */
  fields: readonly string[];
}

/** What whoever tells of a request afterwards cannot see of its answer. Few requests fail, and others have no entry. */
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

/** The same of an earlier answer that is given again. */
export function noteReplay(request: FastifyRequest, status: number, json: string): void {
  if (status < 400) return;
  const { code } = JSON.parse(json) as { code?: unknown };
  failures.set(request, { status, code: typeof code === 'string' ? code : 'unknown', fields: [] });
}

export const failureOf = (request: FastifyRequest): RequestFailure | undefined => failures.get(request);

const unknownMembers = new WeakMap<object, readonly string[]>();

/** Members of a live request's body that nothing reads. */
export function noteUnknownMembers(request: FastifyRequest, names: readonly string[]): void {
  unknownMembers.set(request, names);
}

export const unknownMembersOf = (request: FastifyRequest): readonly string[] | undefined =>
  unknownMembers.get(request);

/** A key of ours that may not be used now, or not from there. */
export function noteRefusedKey(request: object, key: RefusedKey): void {
  refusedKeys.set(request, key);
}

export const refusedKeyOf = (request: FastifyRequest): RefusedKey | undefined => refusedKeys.get(request);
