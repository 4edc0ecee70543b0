import type { EntityManager } from 'typeorm';
import { Message } from '../otp/index.js';
import type { DayCount } from './day-slices.rules.js';

/**
 * How many messages are pending, by day: the counters have only settled ones. They are few and soon over, and found by
 * their status; whose they are is asked as a term, so that no database reads an account's history instead.
 */
export async function pendingByDay(
  read: EntityManager,
  { userId, livemode }: { userId?: number; livemode?: boolean } = {},
): Promise<DayCount[]> {
  const query = read
    .createQueryBuilder(Message, 'message')
    .select('message.day', 'day')
    .addSelect('COUNT(*)', 'count')
    .useIndex('ix_messages_status_lease_until')
    .where({ status: 'pending' })
    .groupBy('message.day');
  if (userId !== undefined) query.andWhere('message.userId + 0 = :userId', { userId });
  if (livemode !== undefined)
    query.andWhere('message.livemode + 0 = :livemode', { livemode: Number(livemode) });
  const rows = await query.getRawMany<{ day: string; count: string | number }>();
  return rows.map(({ day, count }) => ({ day, count: Number(count) }));
}
