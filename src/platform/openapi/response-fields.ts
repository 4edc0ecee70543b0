import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

/** A described field: `@Field('Sends of the day') sends!: number`. Numbers are whole, unless `more` says otherwise. */
export const Field =
  (description: string, more: ApiPropertyOptions = {}): PropertyDecorator =>
  (target, name) => {
    const isNumber = Reflect.getMetadata('design:type', target, name) === Number;
    ApiProperty({ ...(isNumber ? { type: 'integer' } : {}), ...more, description })(target, name);
  };

/** An always present, nullable field: `@OrNull('string', 'null: not yet')`. */
export const OrNull = (
  type: 'string' | 'integer' | 'number',
  description?: string,
  more: ApiPropertyOptions = {},
) =>
  ApiProperty({ ...more, ...(description && { description }), type, nullable: true } as ApiPropertyOptions);

interface Details {
  description?: string;
  nullable?: true;
  example?: string | null;
}

const USUAL: Readonly<Record<string, string>> = {
  at: 'When it happened',
  created_at: 'When it was created',
  updated_at: 'When it was last changed',
};

/**
 * A moment in the service's time zone. It documents `created_at_utc` beside `created_at`; a class declares that field
 * only where code reads it.
 */
export const Moment =
  ({ description, ...more }: Details = {}): PropertyDecorator =>
  (target, name) => {
    const local = String(name);
    const about = description ?? USUAL[local];
    const zone = `In the time zone of the service; \`${local}_utc\` is the same moment in UTC`;
    ApiProperty({
      type: 'string',
      example: '2026-01-31 13:45:00',
      ...more,
      description: about ? `${about}. ${zone}` : zone,
    })(target, name);
    ApiProperty({
      type: 'string',
      format: 'date-time',
      nullable: more.nullable,
      example: '2026-01-31T06:45:00.000Z',
      description: `\`${local}\` in UTC (RFC 3339)`,
    })(target, `${local}_utc`);
  };
