import { upsert, type Engine, type Statement } from '../../common/database/index.js';
import { MessageCounter } from '../message-counter.entity.js';
import type { Message } from '../message.entity.js';
import { SETTLED } from '../status.js';
import type { Counted } from './settling.rules.js';

/** How a message changes the counters of its account, mode and day. */
export type CountChange = Pick<Message, 'userId' | 'livemode' | 'day'> & { deltas: Counted };

export const addCounts = (engine: Engine, changes: readonly CountChange[]): Statement[] =>
  upsert(
    engine,
    MessageCounter,
    changes.map(({ userId, livemode, day, deltas }) => ({ userId, livemode, day, ...deltas })),
    { key: ['userId', 'livemode', 'day'], add: SETTLED },
  );
