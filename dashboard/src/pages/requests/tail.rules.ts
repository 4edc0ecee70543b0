import type { RefusedRequest } from './api';
import type { RequestsSearch } from './search';

/** Whether the filters let a line through; those of the list are chosen by the service. */
export const isWanted = ({ code, key }: RequestsSearch, row: RefusedRequest): boolean =>
  (code === undefined || row.code === code) && (key === undefined || row.key_id === key);

/** The list with what has come since, each line once, newest first. */
export function withTail(
  listed: readonly RefusedRequest[],
  tail: readonly RefusedRequest[],
): RefusedRequest[] {
  const known = new Set(listed.map(({ id }) => id));
  return [...tail.filter(({ id }) => !known.has(id)), ...listed].sort((one, other) => other.id - one.id);
}
