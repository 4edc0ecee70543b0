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
      'Sends that a block of the fraud guard matched, by its mode: refused (enforce) or sent (shadow)',
      ['mode'],
    );
    this.found = metrics.counter('sandi_fraud_blocks_total', 'Blocks of the fraud guard by rule', ['rule']);
    this.unchecked = metrics.counter(
      'sandi_fraud_unchecked_total',
      'Sends that the fraud guard could not check or count, because it could not read or write its data',
    );
  }
}
