import { Injectable, type PipeTransform } from '@nestjs/common';
import { AppError } from '../errors/index.js';

/** A row's id in a path; whatever cannot be one is not found. */
@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    const id = /^[1-9]\d{0,9}$/.test(value) ? Number(value) : Number.NaN;
    if (!(id <= 0x7fffffff)) throw new AppError('not_found');
    return id;
  }
}
