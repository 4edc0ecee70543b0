import type { Attempt } from '../../gateway/index.js';
import type { AppError } from '../../platform/errors/index.js';
import type { IdempotencyClaim, StoredResponse } from '../../platform/idempotency/index.js';
import type { Message } from '../message.entity.js';
import type { AcceptedSend } from '../message.presenter.js';
import type { MessageReport } from '../message-report.entity.js';
import type { ScheduledStatus } from '../sandbox/scheduled-status.entity.js';
import type { StatusUpdate, Transition } from './apply-status-updates.rules.js';

/** The response to the request of a send, to be stored under its Idempotency-Key. */
export type SendResponse = { claim: IdempotencyClaim } & (
  | { kind: 'success'; send: AcceptedSend }
  | { kind: 'failure'; error: AppError }
  /** The request had no effect: the key is released, and the same request can be sent again. */
  | { kind: 'release' }
);

/** A status that was reported after the send. */
export type Report = Pick<MessageReport, 'source' | 'status' | 'deviceId' | 'error' | 'failureReason'> & {
  at: Date;
};

/** A status update with everything that is stored in the same transaction. */
export interface UpdateRequest {
  /** As the caller last read it. */
  message: Message;
  update: StatusUpdate;
  attempts?: readonly Attempt[];
  /** Missing if the send itself brings the update. */
  report?: Report;
  /** The inbox row or scheduled status that brought the update. Its deletion and the report are one. */
  origin?: { table: 'gateway_inbox' | 'test_steps'; id: number };
  response?: SendResponse;
  /** The account had no webhooks when it sent: no event is written. */
  hasNoWebhooks?: boolean;
  /** Later statuses of a test key's message. */
  scheduled?: readonly Omit<ScheduledStatus, 'id'>[];
}

/** An update as it was decided, and the rows that exist already. */
export interface DecidedUpdate {
  request: UpdateRequest;
  transition: Transition;
  /** The origin is gone: another process has written the report. */
  isReported: boolean;
  hasAttempts: boolean;
  isScheduled: boolean;
  /** The response that is stored under the request's key. */
  stored: StoredResponse | undefined;
}
