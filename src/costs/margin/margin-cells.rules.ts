import type { MarginDay } from '../cost.entities.js';
import { costBasisOf } from '../cost.rules.js';

export type MarginCell = Omit<MarginDay, 'day' | 'userId'>;

/** Messages of one channel, device, status and reported cost. */
export interface MarginGroup {
  channel: string;
  deviceId: number;
  status: string;
  reportedCost: string | null;
  messages: number;
  revenue: number;
}

/** Sums groups by what their cost depends on. */
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
