/** The gateway charges nothing. */
export const FREE = 'free';

/** An amount is in micro units of its currency: `USD 0.01` is 10,000. */
export type ReportedCost =
  | { kind: 'free' }
  | { kind: 'amount'; currency: string; micros: number }
  /** Meta's category; the rate card says the amount. */
  | { kind: 'category'; category: string };

export const MICROS = 1_000_000;
/** The length of the database columns; no text below is longer. */
export const REPORTED_COST_LENGTH_MAX = 40;

const CATEGORY = /^[a-z][a-z_]{1,35}$/;
const AMOUNT = /^([A-Z]{3}) (\d{1,13})$/;

/** `undefined`: not an amount. */
export function amountText(currency: string, amount: unknown): string | undefined {
  const micros = typeof amount === 'number' ? Math.round(amount * MICROS) : NaN;
  const text = `${currency} ${micros}`;
  return AMOUNT.test(text) ? text : undefined;
}

/** `undefined`: not a category. */
export const categoryText = (category: unknown): string | undefined =>
  typeof category === 'string' && category !== FREE && CATEGORY.test(category) ? category : undefined;

export function readReportedCost(text: string): ReportedCost {
  const [, currency, micros] = AMOUNT.exec(text) ?? [];
  if (currency !== undefined) return { kind: 'amount', currency, micros: Number(micros) };
  return text === FREE ? { kind: 'free' } : { kind: 'category', category: text };
}
