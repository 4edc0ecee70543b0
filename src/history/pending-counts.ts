import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { Message } from '../otp/index.js';
import type { DayCount } from './day-slices.rules.js';

interface Whose {
  userId?: number;
  livemode?: boolean;
}

/** How many messages are pending, by day: the counters have only settled ones. */
export async function pendingByDay(read: EntityManager, whose: Whose = {}): Promise<DayCount[]> {
  const query = read
    .createQueryBuilder(Message, 'message')
    .select('message.day', 'day')
    .addSelect('COUNT(*)', 'count')
    .groupBy('message.day');
  const rows = await whereOwnPending(query, whose).getRawMany<{ day: string; count: string | number }>();
  return rows.map(({ day, count }) => ({ day, count: Number(count) }));
}

/**
 * Pending messages are few and soon over, and found by their status; whose they are is asked as a term, so that no database
 * reads an account's history instead.
 */
export function whereOwnPending(
  query: SelectQueryBuilder<Message>,
  { userId, livemode }: Whose,
): SelectQueryBuilder<Message> {
  query.useIndex('ix_messages_status_lease_until').andWhere({ status: 'pending' });
  if (userId !== undefined) query.andWhere('message.userId + 0 = :userId', { userId });
  if (livemode !== undefined)
    query.andWhere('message.livemode + 0 = :livemode', { livemode: Number(livemode) });
  return query;
}
