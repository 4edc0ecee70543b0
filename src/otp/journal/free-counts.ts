import { upsert, type Engine, type Statement } from '../../common/database/index.js';
import { FreeDelivery } from '../free-delivery.entity.js';

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
