import {
  columnsOf,
  type Engine,
  entitiesOf,
  insertInto,
  insertMissing,
  list,
  type Part,
  question,
  type Statement,
  statement,
} from '../../platform/database/index.js';
import { DuplicateWindow } from './duplicate-window.entity.js';
import type { OpeningKnown } from './opening.rules.js';

/** Duplicate windows: while one is open, the same code does not go to the same phone again. */

/** Sorted, so that all transactions claim in the same order; the unique key lets one of many through. */
const inOrder = (windows: readonly DuplicateWindow[]) =>
  windows.toSorted((one, other) => (one.duplicateIndex < other.duplicateIndex ? -1 : 1));

/** Claims windows; the INSERT fails if somebody holds one of them. */
export const claimFreeWindows = (windows: readonly DuplicateWindow[]): Statement[] =>
  insertInto(DuplicateWindow, inOrder(windows));

/** Claims those that are free or expired, and reads who holds each of them. */
export function claimWindows(
  engine: Engine,
  windows: readonly DuplicateWindow[],
  now: Date,
): Part<OpeningKnown['windows']> {
  if (windows.length === 0) return { statements: [], read: () => new Map() };
  const indexes = windows.map(({ duplicateIndex }) => duplicateIndex);
  const over = statement(
    `DELETE FROM duplicate_windows WHERE duplicate_index IN ${list(indexes)} AND expires_at <= ?`,
    [...indexes, now],
  );
  const asked = statement(
    `SELECT ${columnsOf(DuplicateWindow)} FROM duplicate_windows WHERE duplicate_index IN ${list(indexes)}`,
    indexes,
  );
  return {
    statements: [over, ...insertMissing(engine, DuplicateWindow, inOrder(windows)), asked],
    read: (answers) => {
      const found = entitiesOf(DuplicateWindow, answers.at(-1)?.rows ?? []);
      return new Map(found.map((window) => [window.duplicateIndex, window]));
    },
  };
}

/** Keeps others from claiming or freeing these windows until the transaction ends. */
export function holdWindows(engine: Engine, indexes: readonly string[]): Part<void> {
  const sorted = indexes.toSorted();
  const lock = engine === 'mysql' ? ' ORDER BY duplicate_index FOR UPDATE' : '';
  const asked = statement(
    `SELECT duplicate_index FROM duplicate_windows WHERE duplicate_index IN ${list(sorted)}${lock}`,
    sorted,
  );
  return question(sorted.length > 0 && engine === 'mysql' ? asked : undefined, () => undefined);
}

/** Deletes windows, each only if the given message still holds it. */
export function freeWindows(
  windows: readonly Pick<DuplicateWindow, 'duplicateIndex' | 'reference'>[],
): Statement[] {
  if (windows.length === 0) return [];
  const each = windows.map(() => '(duplicate_index = ? AND reference = ?)').join(' OR ');
  const values = windows.flatMap(({ duplicateIndex, reference }) => [duplicateIndex, reference]);
  return [statement(`DELETE FROM duplicate_windows WHERE ${each}`, values)];
}
