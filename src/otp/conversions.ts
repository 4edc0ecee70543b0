import { type Engine, type Statement, upsert } from '../platform/database/index.js';
import { type Message, MessageCounter } from './message.entities.js';

/** Counts messages whose code was confirmed. Such a message may be pending and the first of its day: then it has no row yet. */
export const countConverted = (engine: Engine, messages: readonly Message[]): Statement[] =>
  upsert(
    engine,
    MessageCounter,
    messages.map(({ userId, livemode, day }) => ({ ...NONE_SETTLED, userId, livemode, day, converted: 1 })),
    { key: ['userId', 'livemode', 'day'], add: ['converted'] },
  );

const NONE_SETTLED = { sent: 0, delivered: 0, failed: 0 };
