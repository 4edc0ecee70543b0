import { CHANNELS } from '../../platform/text/channel.js';

/** Decides which price is valid at a moment. */

/** An inbound verification has a price of its own. */
export const PRICE_CHANNELS = [...CHANNELS, 'inbound'] as const;
export type PriceChannel = (typeof PRICE_CHANNELS)[number];

/** Sends read prices that are at most this old. */
export const PRICES_AGE_SECONDS = 15;
/**
 * A price must be set at least this long before it is valid. So all processes know it by then: this is longer than
 * PRICES_AGE_SECONDS, a slow COMMIT and the differences of clocks together.
 */
export const PRICE_NOTICE_SECONDS = 60;

/** A price as an administrator set it. */
interface SetPrice {
  /** Null: the next price of {@link PriceLists} is valid again. */
  price: number | null;
  validFrom: Date;
}

/** The prices of a channel, newest first: the account's own, those of all accounts, and the variable's. */
export interface PriceLists {
  own: readonly SetPrice[];
  general: readonly SetPrice[];
  usual: number;
}

/** The account's own price, else the general one, else the variable's. */
export function priceAt({ own, general, usual }: PriceLists, at: Date): number {
  const inForce = [own, general].map((list) => list.find(({ validFrom }) => validFrom <= at)?.price);
  return inForce.find((price) => typeof price === 'number') ?? usual;
}

/** Each price that the channel had or will have, oldest first; the first one has no beginning. */
export function pricesOverTime(lists: PriceLists): { price: number; from: Date | null }[] {
  const moments = [...lists.own, ...lists.general].map(({ validFrom }) => validFrom);
  const prices: { price: number; from: Date | null }[] = [{ price: lists.usual, from: null }];
  for (const from of moments.sort((one, other) => one.getTime() - other.getTime())) {
    const price = priceAt(lists, from);
    if (price !== prices.at(-1)?.price) prices.push({ price, from });
  }
  return prices;
}
