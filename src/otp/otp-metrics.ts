import { Injectable } from '@nestjs/common';
import { Metrics } from '../platform/observability/index.js';

/** The outcomes of sends and callbacks. */
@Injectable()
export class OtpMetrics {
  readonly sends;
  readonly creditRefused;
  readonly callbacks;

  constructor(metrics: Metrics) {
    this.sends = metrics.counter(
      'sandi_sends_total',
      'Sends of live keys by outcome: accepted, recovered (answered for while it was late), or the code of the failure',
      ['outcome'],
    );
    this.creditRefused = metrics.counter(
      'sandi_credit_refused_total',
      'Sends refused because the balance was below their cost',
    );
    this.callbacks = metrics.counter(
      'sandi_callbacks_total',
      'Gateway callbacks by status and what came of them: applied, ignored, waiting',
      ['status', 'result'],
    );
  }
}
