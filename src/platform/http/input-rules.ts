import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import type { ErrorCode } from '../errors/index.js';
import { ID_MAX } from '../ids/row-id.js';
import type { LocalizedText } from '../text/language.js';

const REQUIRED = Symbol('required fields');

/** A missing, null, empty or blank field fails with `parameter_missing`. */
export function Required(): PropertyDecorator {
  return (target, property) => {
    const known = requiredFields(target.constructor);
    Reflect.defineMetadata(REQUIRED, [...known, String(property)], target.constructor);
  };
}

export function requiredFields(dto: object): string[] {
  return (Reflect.getMetadata(REQUIRED, dto) as string[] | undefined) ?? [];
}

/** Trims texts; other values are left for the check. */
export const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

export const Trimmed = (): PropertyDecorator => Transform(({ value }: { value: unknown }) => trimmed(value));

/** A rule for a field, which may use other fields: fails with `code` if `accepts` returns false. */
export function Check(code: ErrorCode, accepts: (value: unknown, all: object) => boolean): PropertyDecorator {
  return ValidateBy({
    name: code,
    validator: { validate: (value, among) => accepts(value, among?.object ?? {}) },
  });
}

const EXPLANATION = Symbol('explanation');
/** Explains a rejected value without quoting it. */
type Explanation = (value: unknown, all: object) => LocalizedText | undefined;

export const Explain = (explanation: Explanation): PropertyDecorator =>
  Reflect.metadata(EXPLANATION, explanation);

/** The {@link Explain} text for a rejected value. */
export function explanationOf(dto: object, property: string): LocalizedText | undefined {
  const explain = Reflect.getMetadata(EXPLANATION, dto, property) as Explanation | undefined;
  return explain?.((dto as Record<string, unknown>)[property], dto);
}

export const isText = (min: number, max: number) => (value: unknown) =>
  typeof value === 'string' && value.length >= min && [...value].length <= max;

export const matches = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value);

export const isBoolean = (value: unknown) => typeof value === 'boolean';

export const isWhole = (min: number, max: number) => (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;

export const isOneOf = (words: readonly string[]) => (value: unknown) => words.some((word) => word === value);

export type Rule = (value: unknown) => boolean;

/** May be missing. */
export const optional =
  (accepts: Rule): Rule =>
  (value) =>
    value === undefined || accepts(value);

/** May be missing or null. */
export const orAbsent =
  (accepts: Rule): Rule =>
  (value) =>
    value === undefined || value === null || accepts(value);

export const isOptionalId = (value: unknown) => value === undefined || isWhole(1, ID_MAX)(value);

/** Pattern of texts that are not {@link isBlank}. */
export const NOT_BLANK = '\\S';

export const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
