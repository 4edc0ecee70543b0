/**
 * The raw search parameters of a URL. They are untrusted: each one is validated on its own, and dropped if
 * invalid.
 */
export type RawSearch = Readonly<Record<string, unknown>>;

/** The page of a list. Undefined: the first page. */
export interface PageSearch {
  page?: number | undefined;
}

/** Rows per page; the first is the default. */
export const PAGE_SIZES = [20, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** Paging by number or by cursor, with a page size. */
export interface Paging extends PageSearch {
  /** Undefined is 20. */
  limit?: PageSize | undefined;
  /** Cursor: the page begins after this ID. For lists without a total. */
  after?: number | undefined;
}

/** A positive integer. */
export function whole(value: unknown): number | undefined {
  const count = Number(value);
  return Number.isSafeInteger(count) && count > 0 ? count : undefined;
}

export const oneOf = <Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value);

/** A valid text. (The router parses digits as a number.) */
export function text(value: unknown, isValid: (written: string) => boolean): string | undefined {
  const written = typeof value === 'number' ? String(value) : value;
  return typeof written === 'string' && isValid(written) ? written : undefined;
}

/**
 * Reads the search parameters of a page. Each such function must return all its keys, also undefined ones: the router
 * merges the result into the raw search, so a missing key would keep its raw value.
 */
export function readPage({ page }: RawSearch): PageSearch {
  const count = whole(page) ?? 1;
  return { page: count > 1 && count < 1e9 ? count : undefined };
}

export function readPaging(raw: RawSearch): Paging {
  const limit = PAGE_SIZES.find((size) => size === whole(raw['limit']));
  return { ...readPage(raw), limit: limit === PAGE_SIZES[0] ? undefined : limit, after: whole(raw['after']) };
}
