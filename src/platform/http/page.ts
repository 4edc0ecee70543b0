import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { Check, ID_MAX, isOptionalId } from './input-rules.js';

/** A whole number as a query writes it, as large as our ids can be; anything else stays as it is, to be refused. */
export const toInteger = ({ value }: { value: unknown }) =>
  typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;

/** `limit` from 1 to 100; anything else is refused. */
const LimitField = () =>
  applyDecorators(
    ApiProperty({ required: false, default: 20, minimum: 1, maximum: 100, type: 'integer' }),
    Transform(toInteger),
    IsInt(),
    Min(1),
    Max(100),
  );

/** The next page begins after the item of this number. */
export const CursorField = (more = '') =>
  applyDecorators(
    ApiProperty({
      required: false,
      type: 'integer',
      minimum: 1,
      maximum: ID_MAX,
      description: `next_cursor of the page before${more}`,
    }),
    Transform(toInteger),
    Check('parameter_invalid', isOptionalId),
  );

/** For lists without a total. */
export class CursorQuery {
  @LimitField() limit: number = 20;
  @CursorField() cursor?: number;
}

/** `page` from 1; anything else is refused. */
export class PageQuery {
  @ApiProperty({ required: false, default: 1, minimum: 1, maximum: ID_MAX, type: 'integer' })
  @Transform(toInteger)
  @IsInt()
  @Min(1)
  @Max(ID_MAX)
  page: number = 1;

  @LimitField() limit: number = 20;

  get offset(): number {
    return (this.page - 1) * this.limit;
  }
}

/** What {@link CursorField} goes on from. */
export const NextCursorField = () =>
  ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'For the parameter cursor; null on the last page',
  });

/** A page of a list without a total, as it is answered. */
export function CursorPageOf<Item extends object>(item: new () => Item) {
  abstract class Page {
    @ApiProperty({ type: 'integer' }) limit!: number;
    @ApiProperty({ type: [item], description: 'Newest first' }) items!: Item[];
    @NextCursorField() next_cursor!: number | null;
  }
  return Page;
}

/** Of rows of which one more than a page has was asked for: whether it is there tells whether there is a next page. */
export const nextCursor = (rows: readonly { id: number }[], limit: number): number | null =>
  rows.length > limit ? (rows[limit - 1]?.id ?? null) : null;

/** A page of a list, as it is answered: `class UserPage extends PageOf(UserView) {}`. */
export function PageOf<Item extends object>(item: new () => Item) {
  abstract class Page {
    @ApiProperty({ type: 'integer' }) total!: number;
    @ApiProperty({ type: 'integer' }) page!: number;
    @ApiProperty({ type: 'integer' }) limit!: number;
    @ApiProperty({ type: [item] }) items!: Item[];
  }
  return Page;
}
