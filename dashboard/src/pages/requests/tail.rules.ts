import type { RefusedRequest } from './api';
import type { RequestsSearch } from './search';

/** Whether a live row matches the filters. (The service filters only the list.) */
export const isWanted = ({ code, key }: RequestsSearch, row: RefusedRequest): boolean =>
  (code === undefined || row.code === code) && (key === undefined || row.key_id === key);

/** The list with live rows, without duplicates, newest first. */
export function withTail(
  listed: readonly RefusedRequest[],
  tail: readonly RefusedRequest[],
): RefusedRequest[] {
  const known = new Set(listed.map(({ id }) => id));
  return [...tail.filter(({ id }) => !known.has(id)), ...listed].sort((one, other) => other.id - one.id);
}
