import { ERRORS } from '../platform/errors/index.js';
import { toAppError } from '../platform/http/index.js';
import { ReplayedResponse } from '../platform/http/replayed-response.js';

/**
 * Sends of live keys by the minute: `accepted` by a gateway, `refused` by a rule (a limit, a cap, the credit, a
 * duplicate), or `failed` at the gateway or in the service.
 */
export const SEND_TALLY = 'sends';
/** Live messages that failed by the hour and their reason. One that is delivered after all stays counted. */
export const FAILURE_TALLY = 'failures';

/** A send of a live key as it is counted: its code for the metric, its kind for the operator's page. */
export interface CountedSend {
  code: string;
  kind: 'accepted' | 'refused' | 'failed';
}

export const ACCEPTED: CountedSend = { code: 'accepted', kind: 'accepted' };

/** Of a send that did not end in its own answer. */
export function countedSendOf(error: unknown): CountedSend {
  if (error instanceof ReplayedResponse) return { code: 'recovered', kind: kindOf(error.status) };
  const { code } = toAppError(error);
  return { code, kind: kindOf(ERRORS[code].status) };
}

function kindOf(status: number): CountedSend['kind'] {
  if (status < 400) return 'accepted';
  return status < 500 ? 'refused' : 'failed';
}
