import { applyDecorators, Injectable, Param, type PipeTransform } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { AppError, type ErrorCode } from '../errors/index.js';
import { ID_MAX, rowIdOf } from '../ids/row-id.js';
import { isLine, line, LINE_OR_EMPTY_PATTERN } from '../text/plain-text.rules.js';
import {
  Check,
  isOneOf,
  isOptionalId,
  isWhole,
  NOT_BLANK,
  optional,
  orAbsent,
  Required,
  type Rule,
  Trimmed,
} from './input-rules.js';

/** Parses a whole number of a query; other values are left for the check. */
export const toInteger = ({ value }: { value: unknown }) =>
  typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;

export const NextCursorField = () =>
  ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The parameter `cursor` of the next page; null on the last page',
  });

/** A page of a list without a total. */
export function CursorPageOf<Item extends object>(item: new () => Item) {
  abstract class Page {
    @ApiProperty({ type: 'integer' }) limit!: number;
    @ApiProperty({ type: [item], description: 'Newest first' }) items!: Item[];
    @NextCursorField() next_cursor!: number | null;
  }
  return Page;
}

/** The cursor if `rows` has one more item than the page. */
export const nextCursor = (rows: readonly { id: number }[], limit: number): number | null =>
  rows.length > limit ? (rows[limit - 1]?.id ?? null) : null;

/** A page of a list: `class UserPage extends PageOf(UserView) {}`. */
export function PageOf<Item extends object>(item: new () => Item) {
  abstract class Page {
    @ApiProperty({ type: 'integer' }) total!: number;
    @ApiProperty({ type: 'integer' }) page!: number;
    @ApiProperty({ type: 'integer' }) limit!: number;
    @ApiProperty({ type: [item] }) items!: Item[];
  }
  return Page;
}

/** A row id in a path. Fails with `not_found` for anything else. */
@Injectable()
class IdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    const id = rowIdOf(value);
    if (id === undefined) throw new AppError('not_found');
    return id;
  }
}

/** The `id` of the path: `@IdParam() id: number`. */
export const IdParam = () => Param('id', IdPipe);

/** A missing, null, empty or blank value fails with `parameter_missing`. */
export const RequiredField = (
  accepts: Rule,
  shown: ApiPropertyOptions = {},
  code: ErrorCode = 'parameter_invalid',
) => applyDecorators(ShownRequired(shown), Required(), Check(code, accepts));

/** Documents that a required text has at least one non-blank character. */
const ShownRequired =
  (shown: ApiPropertyOptions): PropertyDecorator =>
  (target, name) => {
    const isText = Reflect.getMetadata('design:type', target, name) === String && shown.enum === undefined;
    const notBlank = isText && shown.pattern === undefined ? { minLength: 1, pattern: NOT_BLANK } : {};
    ApiProperty({ ...notBlank, ...shown })(target, name);
  };

/** May be missing, and null if it is `nullable`. */
export const OptionalField = (
  accepts: Rule,
  shown: ApiPropertyOptions,
  code: ErrorCode = 'parameter_invalid',
) =>
  applyDecorators(
    ApiProperty({ ...shown, required: false } as ApiPropertyOptions),
    Check(code, (shown.nullable ? orAbsent : optional)(accepts)),
  );

/** A required line of text. */
export const LineField = (max: number, example: string, description: string, code?: ErrorCode) =>
  applyDecorators(Trimmed(), RequiredField(isLine(max), { example, ...line(max), description }, code));

/** A line of text that may be missing, and empty for none. */
export const LineOrEmptyField = (max: number, example: string, description: string) =>
  applyDecorators(
    Trimmed(),
    OptionalField((value) => value === '' || isLine(max)(value), {
      maxLength: max,
      pattern: LINE_OR_EMPTY_PATTERN,
      example,
      description,
    }),
  );

export const IdField = (description?: string) =>
  applyDecorators(
    ApiProperty({ required: false, type: 'integer', minimum: 1, maximum: ID_MAX, description }),
    Transform(toInteger),
    Check('parameter_invalid', isOptionalId),
  );

export const WordField = (words: readonly string[], description?: string) =>
  OptionalField(isOneOf(words), { enum: words, description });

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

export const WholeField = ({ min, max, usual }: Bounds, description?: string) =>
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

/** A whole number that may be missing or null: `[min, max]`. */
export const WholeOrNullField = (
  [minimum, maximum]: [number, number],
  example: number,
  description: string,
) =>
  OptionalField(isWhole(minimum, maximum), {
    type: 'integer',
    nullable: true,
    minimum,
    maximum,
    example,
    description,
  });

/** An existing day `YYYY-MM-DD`; JavaScript would turn 30 February into 2 March. */
const isDay = (value: unknown) =>
  value === undefined ||
  (typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().startsWith(value));

/** Databases do not support moments far beyond these. */
const DAYS = { first: '1970-01-02', last: '9998-12-31' };

function within(day: string): string {
  if (day < DAYS.first) return DAYS.first;
  return day > DAYS.last ? DAYS.last : day;
}

export const DayField = (example: string, description: string) =>
  applyDecorators(
    ApiProperty({ required: false, format: 'date', example, description }),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && isDay(value) ? within(value) : value,
    ),
    Check('parameter_invalid', isDay),
  );

export const FromField = () =>
  DayField('2026-01-01', 'First day (inclusive) in the time zone of the service');
export const ToField = () => DayField('2026-01-31', 'Last day (inclusive) in the time zone of the service');

const LimitField = () => applyDecorators(Transform(toInteger), WholeField({ min: 1, max: 100, usual: 20 }));

/** Starts after the item with this id. */
export const CursorField = (more = '') => IdField(`\`next_cursor\` of the previous page${more}`);

/** For lists without a total. */
export class CursorQuery {
  @LimitField() limit: number = 20;
  @CursorField() cursor?: number;
}

const PAGE_MAX = 9_999_999_999;

export class PageQuery {
  @Transform(toInteger)
  @WholeField({ min: 1, max: PAGE_MAX, usual: 1 })
  page: number = 1;

  @LimitField() limit: number = 20;

  get offset(): number {
    return (this.page - 1) * this.limit;
  }
}
