import {
  insertMissing,
  list,
  momentOf,
  statement,
  type Engine,
  type Script,
  type Statement,
} from '../../common/database/index.js';
import type { DuplicateWindow } from './duplicate-window.entity.js';
import type { Holder } from './opening-rules.js';

/** Duplicate windows, as several sends claim them in one transaction. */

export type Window = Readonly<DuplicateWindow>;

/** Every window that was asked for is its asker's. */
export const ALL_OURS: ReadonlyMap<string, Holder> = new Map();

/**
 * Claims windows that nobody holds any more, in an order that is the same everywhere; the unique key lets one of many
 * through. When the last of the statements has as many affected rows as there are windows, all of them are claimed.
 */
export function claimWindows(engine: Engine, windows: Window[], now: Date): Statement[] {
  if (windows.length === 0) return [];
  const rows = windows
    .map(({ duplicateIndex, reference, expiresAt }) => ({
      duplicate_index: duplicateIndex,
      reference,
      expires_at: expiresAt,
    }))
    .sort((one, other) => (one.duplicate_index < other.duplicate_index ? -1 : 1));
  const indexes = rows.map(({ duplicate_index }) => duplicate_index);
  return [
    statement(`DELETE FROM duplicate_windows WHERE duplicate_index IN ${list(indexes)} AND expires_at <= ?`, [
      ...indexes,
      now,
    ]),
    insertMissing(engine, 'duplicate_windows', rows),
  ];
}

/** Who holds the windows, where not all of them could be claimed. */
export async function holdersOf(script: Script, windows: Window[]): Promise<Map<string, Holder>> {
  const indexes = windows.map(({ duplicateIndex }) => duplicateIndex);
  const [answer] = await script.run(
    statement(
      `SELECT duplicate_index, reference, expires_at FROM duplicate_windows
        WHERE duplicate_index IN ${list(indexes)}`,
      indexes,
    ),
  );
  return new Map(
    answer?.rows.map((row) => [
      String(row['duplicate_index']),
      { reference: String(row['reference']), expiresAt: momentOf(row['expires_at']) },
    ]),
  );
}

/** Gives windows back that were claimed in vain. */
export function releaseWindows(indexes: string[]): Statement[] {
  if (indexes.length === 0) return [];
  return [statement(`DELETE FROM duplicate_windows WHERE duplicate_index IN ${list(indexes)}`, indexes)];
}
