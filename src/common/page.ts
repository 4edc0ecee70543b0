import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';

/** A whole number as a query writes it; anything else stays as it is, to be refused. */
export const toInteger = ({ value }: { value: unknown }) =>
  typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;

/** `page` from 1, `limit` from 1 to 100; anything else is refused. */
export class PageQuery {
  @ApiProperty({ required: false, default: 1, minimum: 1, type: 'integer' })
  @Transform(toInteger)
  @IsInt()
  @Min(1)
  page: number = 1;

  @ApiProperty({ required: false, default: 20, minimum: 1, maximum: 100, type: 'integer' })
  @Transform(toInteger)
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 20;

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
