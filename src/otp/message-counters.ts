import { type Engine, type Statement, upsert } from '../platform/database/index.js';
import { type Message, MessageCounter } from './message.entities.js';

const KEY = ['userId', 'livemode', 'day'] as const;
const NO_OUTCOMES = { sent: 0, delivered: 0, failed: 0 };

/** Counts purged messages in the counters of their days, so that totals and ledger audit stay right. */
export const countPurged = (engine: Engine, messages: readonly Message[]): Statement[] =>
  upsert(
    engine,
    MessageCounter,
    messages.map(({ userId, livemode, day, status, convertedAt }) => ({
      ...NO_OUTCOMES,
      userId,
      livemode,
      day,
      purgedSent: Number(status === 'sent'),
      purgedDelivered: Number(status === 'delivered'),
      purgedFailed: Number(status === 'failed'),
      purgedConverted: Number(convertedAt !== null),
    })),
    { key: KEY, add: ['purgedSent', 'purgedDelivered', 'purgedFailed', 'purgedConverted'] },
  );

/**
 * Counts messages whose code was confirmed. The row of the day is missing while all messages of the day are pending.
 */
export const countConverted = (engine: Engine, messages: readonly Message[]): Statement[] =>
  upsert(
    engine,
    MessageCounter,
    messages.map(({ userId, livemode, day }) => ({ ...NO_OUTCOMES, userId, livemode, day, converted: 1 })),
    { key: KEY, add: ['converted'] },
  );
