import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { Message } from '../otp/index.js';
import type { DayCount } from './day-slices.rules.js';

interface Whose {
  userId?: number;
  livemode?: boolean;
}

/** Pending messages by day: the counters hold only messages with an outcome. */
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
 * Uses the status index, which is short. The account is an expression, so that no database scans its history instead.
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
