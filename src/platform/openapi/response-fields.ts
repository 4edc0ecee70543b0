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

/** A moment in the service's time zone; a second field has {@link UtcTime}. */
export const LocalTime =
  ({ description, ...more }: Details = {}): PropertyDecorator =>
  (target, name) => {
    const about = description ?? USUAL[String(name)];
    const zone = `In the time zone of the service; \`${String(name)}_utc\` is the same moment in UTC`;
    const words = about ? `${about}. ${zone}` : zone;
    ApiProperty({ type: 'string', example: '2026-01-31 13:45:00', ...more, description: words })(
      target,
      name,
    );
  };

/** `created_at_utc`: the moment of `created_at` in UTC. */
export const UtcTime =
  ({ description, ...more }: Details = {}): PropertyDecorator =>
  (target, name) => {
    const same = `\`${String(name).slice(0, -'_utc'.length)}\` in UTC (RFC 3339)`;
    const words = description ? `${same}. ${description}` : same;
    const example = '2026-01-31T06:45:00.000Z';
    ApiProperty({ type: 'string', format: 'date-time', example, ...more, description: words })(target, name);
  };
