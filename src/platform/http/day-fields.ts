import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Check } from './input-rules.js';

/** `YYYY-MM-DD` of a day that exists; JavaScript would take 30 February for 2 March. */
const isDay = (value: unknown) =>
  value === undefined ||
  (typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().startsWith(value));

/** Nothing is older or newer, and databases know no moments far beyond. */
const DAYS = { first: '1970-01-02', last: '9998-12-31' };

function within(day: string): string {
  if (day < DAYS.first) return DAYS.first;
  return day > DAYS.last ? DAYS.last : day;
}

const DayField = (example: string, description: string) =>
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
