export interface CreditSearch {
  page?: number | undefined;
}

const isPage = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 1 && value < 1e9;

/** The key is always there, since the router lays this over the raw search. */
export function readCreditSearch({ page }: Record<string, unknown>): CreditSearch {
  return { page: isPage(page) ? page : undefined };
}
