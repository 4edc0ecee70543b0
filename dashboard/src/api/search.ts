/** What an address asks a page for. Anyone may have written it: each part is read by itself, and dropped if it does not hold. */
export type RawSearch = Readonly<Record<string, unknown>>;

/** Which page of a list is shown; none is the first. */
export interface PageSearch {
  page?: number | undefined;
}

/** How many lines a page may have; the first is the usual one. */
export const PAGE_SIZES = [20, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** Of a list whose pages may be of another size, or follow one another without numbers. */
export interface Paging extends PageSearch {
  /** None is 20. */
  limit?: PageSize | undefined;
  /** The page begins after the message of this number; in the lists that nobody counts. */
  after?: number | undefined;
}

/** A count from 1. */
export function whole(value: unknown): number | undefined {
  const count = Number(value);
  return Number.isSafeInteger(count) && count > 0 ? count : undefined;
}

/** One of the words that are known. */
export const oneOf = <Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value);

/** A text that holds; the router reads one of digits alone as a number. */
export function text(value: unknown, holds: (written: string) => boolean): string | undefined {
  const written = typeof value === 'number' ? String(value) : value;
  return typeof written === 'string' && holds(written) ? written : undefined;
}

/** Every reader names all its keys: the router lays what it returns over the raw search, which shows where a key is missing. */
export function readPage({ page }: RawSearch): PageSearch {
  const count = whole(page) ?? 1;
  return { page: count > 1 && count < 1e9 ? count : undefined };
}

export function readPaging(raw: RawSearch): Paging {
  const limit = PAGE_SIZES.find((size) => size === whole(raw['limit']));
  return { ...readPage(raw), limit: limit === PAGE_SIZES[0] ? undefined : limit, after: whole(raw['after']) };
}
