import { MICROS } from '../gateway/index.js';

/** Amounts of money as texts such as `0.025`, and as whole micro units. */

/** Up to a million, to the micro unit. */
const AMOUNT = /^(\d{1,6})(?:\.(\d{1,6}))?$/;
export const AMOUNT_PATTERN = AMOUNT.source;

const DECIMALS = 6;

/** `undefined`: the text is no amount. */
export function microsOf(text: string): number | undefined {
  const [, whole, decimals = ''] = AMOUNT.exec(text) ?? [];
  return whole === undefined ? undefined : Number(whole) * MICROS + Number(decimals.padEnd(DECIMALS, '0'));
}

/** With as many decimals as it needs. */
export function amountOf(micros: bigint | number): string {
  const [whole, rest] = [BigInt(micros) / BigInt(MICROS), BigInt(micros) % BigInt(MICROS)];
  const decimals = String(rest).padStart(DECIMALS, '0').replace(/0+$/, '');
  return decimals === '' ? String(whole) : `${whole}.${decimals}`;
}
