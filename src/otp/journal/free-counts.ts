import type { Calendar } from '../../common/calendar.js';
import type { Clock } from '../../common/clock.js';
import { upsert, type Engine, type Statement } from '../../common/database/index.js';
import type { Message } from '../message.entity.js';
import type { Consequence } from './settlement.js';

/** Where nobody knows through which device a message went. */
export const NO_DEVICE = 0;

/** A settlement, with what it does to its message. */
interface Settling {
  move: { message: Pick<Message, 'userId' | 'deviceId'>; consequence: Consequence | undefined };
  settlement: { deviceId?: number | null };
}

interface Context {
  engine: Engine;
  calendar: Calendar;
  clock: Clock;
}

/** Counts the refunded messages that these settlements found delivered; nothing is written where there are none. */
export function countFree({ engine, calendar, clock }: Context, settlings: Settling[]): Statement[] {
  const free = settlings.filter(({ move }) => move.consequence?.isFree);
  if (free.length === 0) return [];
  const day = calendar.day(clock.now());
  const rows = new Map<string, { user_id: number; device_id: number; day: string; deliveries: number }>();
  for (const { move, settlement } of free) {
    const { userId, deviceId } = move.message;
    const device = deviceId ?? settlement.deviceId ?? NO_DEVICE;
    const id = `${userId} ${device}`;
    const { deliveries } = rows.get(id) ?? { deliveries: 0 };
    rows.set(id, { user_id: userId, device_id: device, day, deliveries: deliveries + 1 });
  }
  // In an order that is the same everywhere.
  const sorted = [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  const key = ['user_id', 'device_id', 'day'];
  return [upsert(engine, 'free_deliveries', sorted, { key, add: ['deliveries'] })];
}
