import { Column, type ColumnOptions, PrimaryColumn } from 'typeorm';

/** Column decorators with the types both engines share; the migrations in src/migrations say the same in DDL. */

const asNumber = {
  to: (value: unknown) => value,
  from: wholeNumber,
};
const asJson = {
  to: (value: unknown) => (value === null || value === undefined ? value : JSON.stringify(value)),
  from: (value: unknown) => (typeof value === 'string' ? (JSON.parse(value) as unknown) : null),
};
const asBoolean = {
  to: (value: unknown) => value,
  from: (value: unknown) => (value === null ? null : Boolean(value)),
};

/** 64 bits, whatever the type here: TypeORM makes a text of a generated bigint. */
export const Id = () => PrimaryColumn({ type: 'int', generated: 'increment', transformer: asNumber });
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

/** The driver gives a text for a number that would not be exact: fails for it. */
function wholeNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is not exact as a number`);
  return number;
}
