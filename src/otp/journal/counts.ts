import { upsert, type Engine, type Statement } from '../../common/database/index.js';
import type { Message } from '../message.entity.js';
import type { Counted } from './settlement.js';

/** How messages of an account, mode and day change its counters. */
export type Count = Pick<Message, 'userId' | 'livemode' | 'day'> & { deltas: Counted };

/** Adds to the counters, a row for each account, mode and day. */
export function addCounts(engine: Engine, counts: Count[]): Statement {
  const rows = new Map<string, Record<string, string | number> & Counted>();
  for (const { userId, livemode, day, deltas } of counts) {
    const id = `${userId} ${livemode} ${day}`;
    const row = rows.get(id);
    if (!row) rows.set(id, { user_id: userId, livemode: Number(livemode), day, ...deltas });
    else for (const column of COLUMNS) row[column] += deltas[column];
  }
  const sorted = [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  return upsert(engine, 'message_counters', sorted, { key: ['user_id', 'livemode', 'day'], add: COLUMNS });
}

const COLUMNS: (keyof Counted)[] = ['created', 'sent', 'delivered', 'failed'];
