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

const USUAL: Readonly<Record<string, string>> = {
  at: 'When it happened',
  created_at: 'When it was created',
  updated_at: 'When it was last changed',
};

const moment =
  (description: string | undefined, more: ApiPropertyOptions): PropertyDecorator =>
  (target, key) => {
    const name = String(key);
    const about = description ?? USUAL[name];
    const zone = `In the time zone of the service; \`${name}_utc\` is the same moment in UTC`;
    const local = { example: '2026-01-31 13:45:00', description: about ? `${about}. ${zone}` : zone };
    const utc = { example: '2026-01-31T06:45:00.000Z', description: `\`${name}\` in UTC (RFC 3339)` };
    ApiProperty({ type: 'string', ...local, ...more })(target, name);
    ApiProperty({ type: 'string', format: 'date-time', ...utc, ...more })(target, `${name}_utc`);
  };

/**
 * A field with a moment in the service's time zone. The document also gets the field `…_utc`. A class declares that one
 * only if code reads it.
 */
export const LocalTime = (description?: string) => moment(description, {});

export const LocalTimeOrNull = (description?: string) => moment(description, { nullable: true });
