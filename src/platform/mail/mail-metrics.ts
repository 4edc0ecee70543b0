import { Injectable } from '@nestjs/common';
import { Metrics } from '../observability/index.js';

@Injectable()
export class MailMetrics {
  readonly mails;

  constructor(metrics: Metrics) {
    this.mails = metrics.counter(
      'sandi_mails_total',
      'Mails to accounts by result: sent, retried (a later attempt is due), rejected (never taken), expired, dropped (too many wait)',
      ['result'],
    );
  }
}
