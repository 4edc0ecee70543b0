import { Injectable } from '@nestjs/common';
import { BooksKeeper } from '../../../books/index.js';
import { AlertSource, type Look } from '../alert-source.js';
import { SERVICE, type Sighting } from '../kinds.rules.js';

const RULES_LENGTH_MAX = 500;

/** What the last check of the books by this instance has found; others make theirs, and the latest holds. */
@Injectable()
export class BooksSource extends AlertSource {
  readonly kinds = ['books_broken'] as const;
  override readonly isCertain = true;

  constructor(private readonly books: BooksKeeper) {
    super();
  }

  look(): Promise<Look | undefined> {
    const { lastCheck } = this.books;
    if (!lastCheck) return Promise.resolve(undefined);
    const { at, broken } = lastCheck;
    const detail = { rules: broken.join(', ').slice(0, RULES_LENGTH_MAX) };
    const sightings: Sighting[] =
      broken.length > 0 ? [{ kind: 'books_broken', subject: SERVICE, detail }] : [];
    return Promise.resolve({ at, sightings });
  }
}
