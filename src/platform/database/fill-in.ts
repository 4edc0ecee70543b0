import { escape } from 'mysql2';

/** A value as a statement takes it. */
export type Plain = string | number | null;

/**
 * Replaces the question marks by values, for packets of hundreds of values. mysql2's own function reads the text
 * character by character, since a question mark may stand inside a quoted text; in a Statement none does. Throws if
 * there are not as many marks as values, and for a value that SQL has no word for.
 */
export function fillIn(sql: string, values: readonly Plain[]): string {
  let text = '';
  let from = 0;
  for (const value of values) {
    const at = sql.indexOf('?', from);
    if (at < 0) throw new Error('a statement has fewer question marks than values');
    text += sql.slice(from, at) + literal(value);
    from = at + 1;
  }
  if (sql.includes('?', from)) throw new Error('a statement has more question marks than values');
  return text + sql.slice(from);
}

function literal(value: unknown): string {
  if (typeof value === 'string') return escape(value);
  if (value === null) return 'NULL';
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw new Error(`a statement takes text, finite numbers and null, not ${typeof value}`);
}
