import type { EntityManager } from 'typeorm';
import { execute, insertInto } from '../../platform/database/index.js';
import { MarginDay } from '../cost.entities.js';
import { costBasisOf } from '../cost.rules.js';

export type MarginCell = Omit<MarginDay, 'day' | 'userId'>;

export interface MarginGroup {
  channel: string;
  deviceId: number;
  status: string;
  reportedCost: string | null;
  messages: number;
  revenue: number;
}

export function marginCells(groups: readonly MarginGroup[]): MarginCell[] {
  const cells = new Map<string, MarginCell>();
  for (const { channel, deviceId, status, reportedCost, messages, revenue } of groups) {
    const { basis, micros } = costBasisOf(status, reportedCost);
    const key = `${channel} ${deviceId} ${basis}`;
    const cell = cells.get(key) ?? { channel, deviceId, basis, messages: 0, revenue: 0, micros: 0 };
    cell.messages += messages;
    cell.revenue += revenue;
    cell.micros += micros * messages;
    cells.set(key, cell);
  }
  return [...cells.values()];
}

const ROWS = 200;

/** Replaces the margin of an account's day. `keepsOlder`: leaves a stored one, which also counts purged messages. */
export async function storeMargin(
  tx: EntityManager,
  { userId, day }: Pick<MarginDay, 'userId' | 'day'>,
  cells: readonly MarginCell[],
  { keepsOlder }: { keepsOlder: boolean },
): Promise<void> {
  if (keepsOlder && (await tx.existsBy(MarginDay, { day, userId }))) return;
  await tx.delete(MarginDay, { day, userId });
  const rows = cells.map((cell) => ({ ...cell, day, userId }));
  for (let at = 0; at < rows.length; at += ROWS)
    await execute(tx, insertInto(MarginDay, rows.slice(at, at + ROWS)));
}
