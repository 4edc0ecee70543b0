import { ASSUMPTIONS } from './assumptions.js';
import type { Draws } from './draws.js';

const { secondChannel } = ASSUMPTIONS;

/** When a second channel sends: after a refusal by all devices, and after a wait for the delivery if there is one. */
export interface Fallback {
  /** `fallback_after_seconds`, counted from the request. */
  afterMs?: number;
}

/** What came of a message on the first channel; times count from the request. */
export interface FirstChannel {
  /** If it does not arrive. */
  end: 'lost' | 'failed' | 'refused' | 'noCapacity';
  /** When all its devices had answered. */
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

/** When its message arrives; `Infinity`: never. It waits for a phone that is off, as WhatsApp's does. */
export function secondArrivedMs(sentMs: number, phoneOffMs: number, draws: Draws): number {
  const isLost = draws.chance(secondChannel.lossShare);
  const { median, spread } = secondChannel.arrivesMs;
  const tookMs = draws.around(median, spread);
  return isLost ? Infinity : Math.max(sentMs, phoneOffMs) + tookMs;
}
