import { Column, type ColumnOptions, PrimaryColumn } from 'typeorm';

/** Column decorators with the types both engines share; the migrations in src/migrations say the same in DDL. */

/** The driver gives a text where a number would not be exact. */
const asNumber = {
  to: (value: unknown) => value,
  from: (value: unknown) => (typeof value === 'string' ? wholeNumber(value) : value),
};
const asJson = {
  to: (value: unknown) => (value === null || value === undefined ? value : JSON.stringify(value)),
  from: (value: unknown) => (typeof value === 'string' ? (JSON.parse(value) as unknown) : null),
};
const asBoolean = {
  to: (value: unknown) => value,
  from: (value: unknown) => (value === null ? null : Boolean(value)),
};

/** 64 bits, read as a number. */
export const Id = () => PrimaryColumn({ type: 'bigint', generated: 'increment', transformer: asNumber });
/** The id of a row of another table. */
export const Ref = (options: ColumnOptions = {}) =>
  Column({ type: 'bigint', transformer: asNumber, ...options });
export const Count = (options: ColumnOptions = {}) => Column({ type: 'int', ...options });
/** Credits: whole IDR, read as a number. */
export const Money = (options: ColumnOptions = {}) =>
  Column({ type: 'bigint', transformer: asNumber, ...options });
export const Text = (length: number, options: ColumnOptions = {}) =>
  Column({ type: 'varchar', length, ...options });
export const LongText = (options: ColumnOptions = {}) => Column({ type: 'text', ...options });
export const Json = (options: ColumnOptions = {}) =>
  Column({ type: 'text', transformer: asJson, ...options });
export const Flag = (options: ColumnOptions = {}) =>
  Column({ type: 'tinyint', transformer: asBoolean, ...options });
/** A moment in UTC, to the millisecond. */
export const Moment = (options: ColumnOptions = {}) => Column({ type: 'datetime', precision: 3, ...options });
export const KeyRef = () => PrimaryColumn({ type: 'bigint', transformer: asNumber });
export const KeyText = (length: number) => PrimaryColumn({ type: 'varchar', length });

/** Fails for a value that would be another one as a number. */
function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no number that is exact here`);
  return value;
}
