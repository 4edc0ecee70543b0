import { MICROS, readReportedCost } from '../gateway/index.js';
import type { CurrencyRate, DeviceCost } from './cost.entities.js';

/** The currency that all costs are converted to. */
export const RUPIAH = 'IDR';

/** Nothing was charged. */
const NO_COST = 'free';
/** The gateway reported nothing: the cost that is set for the device applies. */
const UNREPORTED = '';

/**
 * The basis of a message's cost: `free`, the currency of a reported amount, Meta's category, or empty if only the
 * device decides. Meta bills only delivered messages. A failed message costs the amount that its failure report names,
 * or nothing.
 */
export function costBasisOf(status: string, reported: string | null): { basis: string; micros: number } {
  if (reported === null) return { basis: status === 'failed' ? NO_COST : UNREPORTED, micros: 0 };
  const cost = readReportedCost(reported);
  switch (cost.kind) {
    case 'free':
      return { basis: NO_COST, micros: 0 };
    case 'amount':
      return { basis: cost.currency, micros: cost.micros };
    case 'category':
      return { basis: status === 'delivered' ? cost.category : NO_COST, micros: 0 };
    default:
      return cost satisfies never;
  }
}

/** A cost from a local day on. `micros` null: from that day on the cost is unknown. */
type DatedCost = Pick<DeviceCost, 'deviceId' | 'category' | 'validFrom' | 'currency' | 'micros'>;

/** Micro rupiah of one unit of the currency, from a local day on. */
type DatedRate = Pick<CurrencyRate, 'currency' | 'validFrom' | 'micros'>;

export interface CostedMessages {
  day: string;
  deviceId: number;
  basis: string;
  messages: number;
  micros: number;
}

/** `micros` and `rupiah` are in millionths. `rupiah` null: no rate was set for that day. */
export interface Cost {
  currency: string;
  micros: bigint;
  rupiah: bigint | null;
}

const CURRENCY = /^[A-Z]{3}$/;
const MILLION = 1_000_000n;

/** Finds the cost of messages, by the costs and rates that are in force on their day. */
export class CostTable {
  private readonly costs: ReadonlyMap<string, readonly DatedCost[]>;
  private readonly rates: ReadonlyMap<string, readonly DatedRate[]>;

  constructor(costs: readonly DatedCost[], rates: readonly DatedRate[]) {
    this.costs = newestFirst(costs, ({ deviceId, category }) => keyOf(deviceId, category));
    this.rates = newestFirst(rates, ({ currency }) => currency);
  }

  /** The days on which a cost or rate begins. */
  get days(): string[] {
    const begun = [...this.costs.values(), ...this.rates.values()].flat().map(({ validFrom }) => validFrom);
    return [...new Set(begun)];
  }

  /** The cost of messages of one day, device and basis; `undefined` if it is unknown. */
  of(messages: CostedMessages): Cost | undefined {
    const found = this.amountOf(messages);
    return found && { ...found, rupiah: this.inRupiah(found, messages.day) };
  }

  private amountOf({ day, deviceId, basis, messages, micros }: CostedMessages) {
    if (basis === NO_COST) return { currency: RUPIAH, micros: 0n };
    if (CURRENCY.test(basis)) return { currency: basis, micros: BigInt(micros) };
    const set = inForce(this.costs.get(keyOf(deviceId, basis)), day);
    const cost = set ?? inForce(this.costs.get(keyOf(deviceId, UNREPORTED)), day);
    if (!cost || cost.micros === null) return undefined;
    return { currency: cost.currency, micros: BigInt(cost.micros) * BigInt(messages) };
  }

  private inRupiah({ currency, micros }: Omit<Cost, 'rupiah'>, day: string): bigint | null {
    if (currency === RUPIAH || micros === 0n) return micros;
    const rate = inForce(this.rates.get(currency), day);
    return rate ? (micros * BigInt(rate.micros) + MILLION / 2n) / MILLION : null;
  }
}

const keyOf = (deviceId: number, category: string) => `${deviceId} ${category}`;

function newestFirst<Row extends { validFrom: string }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, Row[]> {
  const lists = new Map<string, Row[]>();
  for (const row of rows.toSorted((one, other) => (one.validFrom < other.validFrom ? 1 : -1)))
    lists.set(keyOf(row), [...(lists.get(keyOf(row)) ?? []), row]);
  return lists;
}

const inForce = <Row extends { validFrom: string }>(rows: readonly Row[] | undefined, day: string) =>
  rows?.find(({ validFrom }) => validFrom <= day);

/** Rounds micro rupiah to whole rupiah. */
export const rupiahOf = (micros: bigint): number => Number((micros + MILLION / 2n) / MILLION);

/** Amounts of money as texts such as `0.025`, and as whole micro units. */

/** Below a million, with up to six decimals. */
const AMOUNT = /^(\d{1,6})(?:\.(\d{1,6}))?$/;
export const AMOUNT_PATTERN = AMOUNT.source;

const DECIMALS = 6;

/** `undefined`: the text is no amount. */
export function microsOf(text: string): number | undefined {
  const [, whole, decimals = ''] = AMOUNT.exec(text) ?? [];
  return whole === undefined ? undefined : Number(whole) * MICROS + Number(decimals.padEnd(DECIMALS, '0'));
}

export function amountOf(micros: bigint | number): string {
  const [whole, rest] = [BigInt(micros) / BigInt(MICROS), BigInt(micros) % BigInt(MICROS)];
  const decimals = String(rest).padStart(DECIMALS, '0').replace(/0+$/, '');
  return decimals === '' ? String(whole) : `${whole}.${decimals}`;
}
