import { insertInto, type Statement, statement } from '../../platform/database/index.js';
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

/** Replaces the margin of an account's day. */
export function replaceMargin(
  { userId, day }: Pick<MarginDay, 'userId' | 'day'>,
  cells: readonly MarginCell[],
): Statement[] {
  const rows = cells.map((cell) => ({ ...cell, day, userId }));
  const statements = [statement('DELETE FROM margin_days WHERE day = ? AND user_id = ?', [day, userId])];
  for (let at = 0; at < rows.length; at += ROWS)
    statements.push(...insertInto(MarginDay, rows.slice(at, at + ROWS)));
  return statements;
}
