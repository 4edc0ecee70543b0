import { type Engine, type Statement, upsert } from '../../common/database/index.js';
import { FreeDelivery } from '../free-delivery.entity.js';
import type { Message } from '../message.entity.js';
import { MessageCounter } from '../message-counter.entity.js';
import { SETTLED } from '../status.rules.js';
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

/** Where nobody knows through which device a message went. */
export const UNKNOWN_DEVICE = 0;

/** Counts messages that were refunded and have arrived all the same. */
export const countFree = (
  engine: Engine,
  free: readonly { userId: number; deviceId: number | null }[],
  day: string,
): Statement[] =>
  upsert(
    engine,
    FreeDelivery,
    free.map(({ userId, deviceId }) => ({
      userId,
      deviceId: deviceId ?? UNKNOWN_DEVICE,
      day,
      deliveries: 1,
    })),
    { key: ['userId', 'deviceId', 'day'], add: ['deliveries'] },
  );
