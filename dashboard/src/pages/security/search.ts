export interface SecuritySearch {
  page?: number | undefined;
}

const isPage = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 1 && value < 1e9;

/** The key is always there, since the router lays this over the raw search. */
export function readSecuritySearch({ page }: Record<string, unknown>): SecuritySearch {
  return { page: isPage(page) ? page : undefined };
}
