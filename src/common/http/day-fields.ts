import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Check } from './input-rules.js';

/** `YYYY-MM-DD` of a day that exists; JavaScript would take 30 February for 2 March. */
const isDay = (value: unknown) =>
  value === undefined ||
  (typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().startsWith(value));

const DayField = (example: string, description: string) =>
  applyDecorators(ApiProperty({ required: false, example, description }), Check('parameter_invalid', isDay));

export const FromField = () =>
  DayField('2026-01-01', 'First day (inclusive) in the time zone of the service');
export const ToField = () => DayField('2026-01-31', 'Last day (inclusive) in the time zone of the service');
