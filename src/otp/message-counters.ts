import type { EntityManager } from 'typeorm';
import { type Engine, type Statement, upsert } from '../platform/database/index.js';
import { type Message, MessageCounter } from './message.entities.js';
import type { OutcomeStatus } from './status.rules.js';

const COLUMNS = {
  sent: 'purged_sent',
  delivered: 'purged_delivered',
  failed: 'purged_failed',
} as const satisfies Record<OutcomeStatus, string>;

/** Counts purged messages in the counters of their days, so that totals and ledger audit stay right. */
export async function notePurged(tx: EntityManager, messages: Message[]): Promise<void> {
  const days = new Map<string, Message[]>();
  for (const message of messages) {
    const { userId, livemode, day } = message;
    const key = `${day} ${userId} ${livemode}`;
    days.set(key, [...(days.get(key) ?? []), message]);
  }
  // In the same order on all instances, against deadlocks.
  for (const [, gone] of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) await noteDay(tx, gone);
}

async function noteDay(tx: EntityManager, gone: Message[]): Promise<void> {
  const [first] = gone;
  if (!first) return;
  const add = (column: string, count: number) => () => `${column} + ${count}`;
  const withStatus = (status: OutcomeStatus) =>
    add(COLUMNS[status], gone.filter((message) => message.status === status).length);
  const { userId, livemode, day } = first;
  await tx.update(
    MessageCounter,
    { userId, livemode: Number(livemode), day },
    {
      purgedSent: withStatus('sent'),
      purgedDelivered: withStatus('delivered'),
      purgedFailed: withStatus('failed'),
      purgedConverted: add('purged_converted', gone.filter(({ convertedAt }) => convertedAt !== null).length),
    },
  );
}

/** Counts messages whose code was confirmed. Such a message may be pending and the first of its day: then it has no row yet. */
export const countConverted = (engine: Engine, messages: readonly Message[]): Statement[] =>
  upsert(
    engine,
    MessageCounter,
    messages.map(({ userId, livemode, day }) => ({ ...NONE_SETTLED, userId, livemode, day, converted: 1 })),
    { key: ['userId', 'livemode', 'day'], add: ['converted'] },
  );

const NONE_SETTLED = { sent: 0, delivered: 0, failed: 0 };
