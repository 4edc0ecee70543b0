import { AppError } from '../common/errors/index.js';
import type { FailureReason } from '../common/text/failure-reason.js';
import { type Correlated, correlationOf } from './correlation.js';
import type { Message } from './message.entity.js';

/** Why a message failed, or why nobody knows its outcome; null for any other. Some failed before reasons were kept. */
export function reasonOf({
  status,
  failureReason,
}: Pick<Message, 'status' | 'failureReason'>): FailureReason | null {
  switch (status) {
    case 'failed':
      return failureReason ?? 'unknown';
    case 'pending':
      return failureReason;
    case 'sent':
    case 'delivered':
      return null;
    default:
      return status satisfies never;
  }
}

/** What a send fails with once its message was written down; `words`: the gateway's own, scrubbed. */
export function gatewayFailure(
  code: 'gateway_error' | 'gateway_unknown',
  message: Correlated,
  words: string,
  reason: FailureReason,
  log?: 'info',
): AppError {
  const body = { error_message: words, reason, ...correlationOf(message) };
  return new AppError(code, { message: `Gagal mengirim OTP: ${words}`, body, log });
}
