import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import type { ErrorCode } from '../errors/index.js';
import type { Words } from '../text/language.js';

const REQUIRED = Symbol('required fields');

/** Marks a body field whose absence (also null, empty or blank) is answered with `parameter_missing`. */
export function Required(): PropertyDecorator {
  return (target, property) => {
    const known = requiredFields(target.constructor);
    Reflect.defineMetadata(REQUIRED, [...known, String(property)], target.constructor);
  };
}

/** The fields of a DTO that {@link Required} marks, in order. */
export function requiredFields(dto: object): string[] {
  return (Reflect.getMetadata(REQUIRED, dto) as string[] | undefined) ?? [];
}

/** A text without the blanks around it; anything else stays as it is, to be refused. */
export const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

export const Trimmed = (): PropertyDecorator => Transform(({ value }: { value: unknown }) => trimmed(value));

/** A rule of one field, which may look at the others: when `accepts` says no, the request fails with `code`. */
export function Check(code: ErrorCode, accepts: (value: unknown, all: object) => boolean): PropertyDecorator {
  return ValidateBy({
    name: code,
    validator: { validate: (value, among) => accepts(value, among?.object ?? {}) },
  });
}

const EXPLANATION = Symbol('explanation');
/** Says why the rules of a field reject a value, where a caller could not tell; never quotes the value. */
type Explanation = (value: unknown, all: object) => Words | undefined;

export const Explain = (explanation: Explanation): PropertyDecorator =>
  Reflect.metadata(EXPLANATION, explanation);

/** What {@link Explain} says of a rejected value of a DTO. */
export function explanationOf(dto: object, property: string): Words | undefined {
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

/** May be left out. */
export const optional =
  (accepts: Rule): Rule =>
  (value) =>
    value === undefined || accepts(value);

/** May be left out, or null. */
export const orAbsent =
  (accepts: Rule): Rule =>
  (value) =>
    value === undefined || value === null || accepts(value);

/** The largest number that stands for an item, a page or a place in a list. */
export const ID_MAX = 9_999_999_999;

/** A number of ours, or none. */
export const isOptionalId = (value: unknown) => value === undefined || isWhole(1, ID_MAX)(value);

/** The pattern of a text that is not {@link isBlank}. */
export const NOT_BLANK = '\\S';

export const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
