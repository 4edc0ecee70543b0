import { Injectable } from '@nestjs/common';
import { Metrics } from '../platform/observability/index.js';

@Injectable()
export class FraudMetrics {
  readonly matched;
  readonly found;
  readonly unchecked;

  constructor(metrics: Metrics) {
    this.matched = metrics.counter(
      'sandi_fraud_sends_total',
      'Sends that a block against fraud matched: blocked (enforce), or sent all the same (shadow)',
      ['mode'],
    );
    this.found = metrics.counter('sandi_fraud_blocks_total', 'Blocks against fraud by their rule', ['rule']);
    this.unchecked = metrics.counter(
      'sandi_fraud_unchecked_total',
      'Sends that were not checked for fraud, or not counted, because the data could not be read or written',
    );
  }
}
