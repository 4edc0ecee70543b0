import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

/** A field of an answer that is always there, and may be null: `@OrNull('string', { description: 'null: not yet' })`. */
export const OrNull = (type: 'string' | 'integer' | 'number', more: ApiPropertyOptions = {}) =>
  ApiProperty({ ...more, type, nullable: true } as ApiPropertyOptions);
