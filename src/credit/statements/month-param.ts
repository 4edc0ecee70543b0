import { Injectable, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { AppError } from '../../platform/errors/index.js';

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** Fails with `not_found`. */
@Injectable()
export class MonthPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!MONTH.test(value)) throw new AppError('not_found');
    return value;
  }
}

export const MonthParam = () =>
  ApiParam({ name: 'month', description: 'A closed month, `YYYY-MM`', example: '2026-01' });
