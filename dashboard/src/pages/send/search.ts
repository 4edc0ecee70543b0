export interface SendSearch {
  /** The API key to send with, as its page links here. */
  key?: number | undefined;
}

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

/** The key is always there, since the router lays this over the raw search. */
export function readSendSearch({ key }: Record<string, unknown>): SendSearch {
  return { key: isId(key) ? key : undefined };
}
