import type { EntityManager } from 'typeorm';
import { execute, insertInto } from '../../platform/database/index.js';
import { MarginDay } from '../cost.entities.js';
import type { MarginCell } from './margin-cells.rules.js';

/** Rows of one statement. */
const ROWS = 200;

/** Replaces the margin of an account's day. `keepsOlder`: one that is stored counts more messages than there are now. */
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
