import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { Check, isOptionalId } from './index.js';

/** A whole number as a query writes it; anything else stays as it is, to be refused. */
export const toInteger = ({ value }: { value: unknown }) =>
  typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;

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
  @ApiProperty({ required: false, default: 1, minimum: 1, type: 'integer' })
  @Transform(toInteger)
  @IsInt()
  @Min(1)
  page: number = 1;

  @LimitField() limit: number = 20;

  get offset(): number {
    return (this.page - 1) * this.limit;
  }
}

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
