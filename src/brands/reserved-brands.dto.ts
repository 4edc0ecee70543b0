import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { trimmed } from '../platform/http/index.js';
import { RequiredField } from '../platform/http/request-fields.js';
import { Field, LocalTime } from '../platform/openapi/response-fields.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { areBrands, BRAND_MAX, BRAND_PATTERN, BRANDS_MAX } from '../platform/text/brand.rules.js';

export const RESERVED_MAX = 1000;

export class ReserveBrandsDto extends ConfirmedDto {
  @Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(trimmed) : value))
  @RequiredField((value) => areBrands(value) && (value as unknown[]).length > 0, {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: BRAND_MAX, pattern: BRAND_PATTERN },
    minItems: 1,
    maxItems: BRANDS_MAX,
    uniqueItems: true,
    example: ['BCA', 'WhatsApp'],
    description: 'Names to add. A name also protects names that look like it or contain it as a word',
  })
  brands!: string[];
}

export class ReservedBrandView {
  @Field('Id of the entry, which you need to remove it', { example: 3 }) id!: number;
  @Field('The reserved name', { example: 'BCA' }) brand!: string;
  @LocalTime('When it was reserved') created_at!: string;
}

export class ReservedBrandsView {
  @ApiProperty({ type: [ReservedBrandView], description: 'In alphabetical order', maxItems: RESERVED_MAX })
  items!: ReservedBrandView[];
}
