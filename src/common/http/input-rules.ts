import { ValidateBy } from 'class-validator';
import type { ErrorCode } from '../errors/index.js';

const REQUIRED = Symbol('required fields');

/** Marks a body field whose absence (also null, empty or blank) is answered with `parameter_missing`. */
export function Required(): PropertyDecorator {
  return (target, property) => {
    const known = requiredFields(target.constructor);
    Reflect.defineMetadata(REQUIRED, [...known, String(property)], target.constructor);
  };
}

const FOREIGN = Symbol('a body that others compose');

/**
 * Marks a body whose form others prescribe: what we do not know in it is ignored, whatever it is called. Its sender would
 * repeat what we refuse.
 */
export function Foreign(): ClassDecorator {
  return (dto) => Reflect.defineMetadata(FOREIGN, true, dto);
}

export const isForeign = (dto: object) => Reflect.hasMetadata(FOREIGN, dto);

/** The fields of a DTO that {@link Required} marks, in order. */
export function requiredFields(dto: object): string[] {
  return (Reflect.getMetadata(REQUIRED, dto) as string[] | undefined) ?? [];
}

/** A rule of one field: when `accepts` says no, the request fails with `code`. */
export function Check(code: ErrorCode, accepts: (value: unknown) => boolean): PropertyDecorator {
  return ValidateBy({ name: code, validator: { validate: accepts } });
}

export const isText = (min: number, max: number) => (value: unknown) =>
  typeof value === 'string' && value.length >= min && [...value].length <= max;

export const matches = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value);

export const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
