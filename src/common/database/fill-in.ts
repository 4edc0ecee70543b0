import { escape } from 'mysql2';

/** A value as a statement takes it. */
export type Plain = string | number | null;

/**
 * Puts values in the place of the question marks, for packets of hundreds of values: mysql2's own way reads the text
 * character by character, since a question mark may stand in a text there. In a Statement none does.
 */
export function fillIn(sql: string, values: readonly Plain[]): string {
  let text = '';
  let from = 0;
  for (const value of values) {
    const at = sql.indexOf('?', from);
    text += sql.slice(from, at) + (typeof value === 'number' ? String(value) : escape(value));
    from = at + 1;
  }
  return text + sql.slice(from);
}
