import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import type { ErrorCode } from '../errors/index.js';
import {
  Check,
  ID_MAX,
  isOneOf,
  isOptionalId,
  isWhole,
  NOT_BLANK,
  optional,
  orAbsent,
  Required,
  type Rule,
} from './input-rules.js';
import { toInteger } from './page.js';

/** Fields that requests of many kinds have; what they do not take is `parameter_invalid`. */

/** What must be there: its absence, also null, empty or blank, is `parameter_missing`. */
export const RequiredField = (
  accepts: Rule,
  shown: ApiPropertyOptions = {},
  code: ErrorCode = 'parameter_invalid',
) => applyDecorators(ShownRequired(shown), Required(), Check(code, accepts));

/** A required field in the documents: a text has at least one character that is not a blank. */
const ShownRequired =
  (shown: ApiPropertyOptions): PropertyDecorator =>
  (target, name) => {
    const isText = Reflect.getMetadata('design:type', target, name) === String && shown.enum === undefined;
    const notBlank = isText && shown.pattern === undefined ? { minLength: 1, pattern: NOT_BLANK } : {};
    ApiProperty({ ...notBlank, ...shown })(target, name);
  };

/** What may be left out, and be null where it is `nullable`. */
export const OptionalField = (
  accepts: Rule,
  shown: ApiPropertyOptions,
  code: ErrorCode = 'parameter_invalid',
) =>
  applyDecorators(
    ApiProperty({ ...shown, required: false } as ApiPropertyOptions),
    Check(code, (shown.nullable ? orAbsent : optional)(accepts)),
  );

/** A number of ours, in a query; none where it is left out. */
export const IdField = (description?: string) =>
  applyDecorators(
    ApiProperty({ required: false, type: 'integer', minimum: 1, maximum: ID_MAX, description }),
    Transform(toInteger),
    Check('parameter_invalid', isOptionalId),
  );

/** One of some words; none where it is left out. */
export const WordField = (words: readonly string[], description?: string) =>
  OptionalField(isOneOf(words), { enum: words, description });

/** One of some words; the usual one, which its property has, where it is left out. */
export const ChoiceField = (words: readonly string[], usual: string, description?: string) =>
  applyDecorators(
    ApiProperty({ required: false, enum: words, default: usual, description }),
    Check('parameter_invalid', isOneOf(words)),
  );

interface Bounds {
  min: number;
  max: number;
  usual: number;
}

/** A whole number; the usual one, which its property has, where it is left out. */
export const WholeField = ({ min, max, usual }: Bounds, description: string) =>
  applyDecorators(
    ApiProperty({
      required: false,
      type: 'integer',
      minimum: min,
      maximum: max,
      default: usual,
      description,
    }),
    Check('parameter_invalid', isWhole(min, max)),
  );
