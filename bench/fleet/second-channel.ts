import { ASSUMPTIONS } from './assumptions.js';
import type { Draws } from './draws.js';

const { secondChannel } = ASSUMPTIONS;

/** When a second channel sends: if all devices refused, and with `afterMs` also if no delivery was reported by then. */
export interface Fallback {
  /** `fallback_after_seconds`, counted from the request. */
  afterMs?: number;
}

/** The result of a message on the first channel. Times count from the request. */
export interface FirstChannel {
  /** The result if the message does not arrive. */
  end: 'lost' | 'failed' | 'refused' | 'noCapacity';
  /** When the last of the tried devices had responded. */
  answeredMs: number;
  /** Undefined: it never arrives. */
  arrivedMs?: number;
}

/** When the second channel sends; `undefined`: it does not. */
export function secondSentMs(
  { end, answeredMs, arrivedMs = Infinity }: FirstChannel,
  fallback: Fallback | undefined,
): number | undefined {
  if (!fallback) return undefined;
  if (end === 'refused' || end === 'noCapacity') return answeredMs;
  const { afterMs = Infinity } = fallback;
  return arrivedMs > afterMs ? afterMs : undefined;
}

/** When the second channel's message arrives; `Infinity`: never. If the phone is off, it waits as on WhatsApp. */
export function secondArrivedMs(sentMs: number, phoneOffMs: number, draws: Draws): number {
  const isLost = draws.chance(secondChannel.lossShare);
  const { median, spread } = secondChannel.arrivesMs;
  const tookMs = draws.around(median, spread);
  return isLost ? Infinity : Math.max(sentMs, phoneOffMs) + tookMs;
}
