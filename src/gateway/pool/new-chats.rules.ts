import { addSeconds } from '../../platform/time/clock.js';
import type { NewChatQuota } from '../driver.js';

/**
 * Factors of the score. A device's share of the sends goes with the fourth power of its score. So the two warnings
 * leave a half and a sixteenth of it. Known recipients use no quota.
 */
const EFFECTS = { none: 1, first_warning: 0.84, second_warning: 0.5, capped: 1 } as const satisfies Record<
  NewChatQuota['status'],
  number
>;

const endOf = ({ endsAt }: NewChatQuota): Date | null => (endsAt === null ? null : new Date(endsAt));

/** When the account may start chats again; null: now. */
export function cappedUntil(quota: NewChatQuota | null, now: Date): Date | null {
  if (quota?.status !== 'capped') return null;
  const end = endOf(quota);
  return end && end > now ? end : null;
}

/** A cap without an end lasts for the default duration from its first report. */
export function withEnd(
  found: NewChatQuota,
  known: NewChatQuota | null,
  now: Date,
  defaultSeconds: number,
): NewChatQuota {
  if (found.status !== 'capped' || found.endsAt !== null) return found;
  const end = cappedUntil(known, now) ?? addSeconds(now, defaultSeconds);
  return { ...found, endsAt: end.toISOString() };
}

/** The quota, unless its cycle is over. */
export function currentQuota(quota: NewChatQuota | null, now: Date): NewChatQuota | null {
  const end = quota && endOf(quota);
  return end && end <= now ? null : quota;
}

/** The factor of the score for recipients that the device has never written to. */
export function warningEffect(quota: NewChatQuota | null, now: Date): number {
  const current = currentQuota(quota, now);
  return current ? EFFECTS[current.status] : 1;
}

/** The used share of the quota; null: no limit, or unknown. */
export const usedShare = ({ used, total }: NewChatQuota): number | null =>
  used === null || total === null || total === 0 ? null : used / total;

export const isSameQuota = (one: NewChatQuota | null, other: NewChatQuota | null): boolean =>
  one?.status === other?.status &&
  one?.used === other?.used &&
  one?.total === other?.total &&
  one?.endsAt === other?.endsAt;
