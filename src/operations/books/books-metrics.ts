import { Injectable } from '@nestjs/common';
import { Metrics } from '../../platform/observability/index.js';

/** What the checks of the books found. */
@Injectable()
export class BooksMetrics {
  readonly breaches;
  readonly checkedAt;

  constructor(metrics: Metrics) {
    this.breaches = metrics.gauge(
      'sandi_books_breaches',
      'Invariants of the books that were broken at the last check',
    );
    this.checkedAt = metrics.gauge(
      'sandi_books_checked_timestamp_seconds',
      'When the books were last checked, Unix time',
    );
  }
}
