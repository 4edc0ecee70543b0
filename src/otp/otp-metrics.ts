import { Injectable } from '@nestjs/common';
import { ERRORS } from '../platform/errors/index.js';
import { toAppError } from '../platform/http/index.js';
import { ReplayedResponse } from '../platform/http/replayed-response.js';
import { Metrics } from '../platform/observability/index.js';

/** Sends of live keys per minute: `accepted`, `refused` by a rule (limit, cap, credit, duplicate), or `failed`. */
export const SEND_COUNTER = 'sends';
/** Failed live messages per hour by reason. A message that is delivered later stays counted. */
export const FAILURE_COUNTER = 'failures';

/** The outcome of a live send: `code` for the metric, `kind` for the operator's page. */
export interface CountedSend {
  code: string;
  kind: 'accepted' | 'refused' | 'failed';
}

export const ACCEPTED: CountedSend = { code: 'accepted', kind: 'accepted' };

export function countedSendOf(error: unknown): CountedSend {
  if (error instanceof ReplayedResponse) return { code: 'recovered', kind: kindOf(error.status) };
  const { code } = toAppError(error);
  return { code, kind: kindOf(ERRORS[code].status) };
}

function kindOf(status: number): CountedSend['kind'] {
  if (status < 400) return 'accepted';
  return status < 500 ? 'refused' : 'failed';
}

@Injectable()
export class OtpMetrics {
  readonly sends;
  readonly creditRefused;
  readonly callbacks;

  constructor(metrics: Metrics) {
    this.sends = metrics.counter(
      'sandi_sends_total',
      'Sends of live keys by outcome: accepted (by a gateway), recovered (finished by recovery), or the failure code',
      ['outcome'],
    );
    this.creditRefused = metrics.counter(
      'sandi_credit_refused_total',
      'Sends refused because the balance was below the price',
    );
    this.callbacks = metrics.counter(
      'sandi_callbacks_total',
      'Status reports of gateways by status and result: applied, ignored (known or outdated), waiting (for their message)',
      ['status', 'result'],
    );
  }
}
