import type { Attempt } from '../../gateway/index.js';
import type { AppError } from '../../platform/errors/index.js';
import {
  type IdempotencyClaim,
  keyId,
  type keysIn,
  type StoredResponse,
} from '../../platform/idempotency/index.js';
import type { Message, MessageReport, ScheduledStatus } from '../message.entities.js';
import type { AcceptedSend } from '../message.presenter.js';
import type { StatusUpdate, Transition, UpdatedMessage } from './apply-status-updates.rules.js';

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
  /**
   * The inbox row or scheduled status that brought the update. It is deleted in the transaction that stores the report.
   */
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

export interface UpdateResult extends UpdatedMessage {
  /** Callbacks with the message's gateway id arrived before the id was stored. */
  hasWaitingCallbacks: boolean;
  /** The response that was stored before: by the recovery, after the sender's lease had ended. */
  stored: StoredResponse | undefined;
}

/** An update with the locked message, before the decision. */
export type FoundUpdate = Omit<DecidedUpdate, 'transition'> & { message: Message };

/** What was read under the locks. */
interface ReadRows {
  messages: readonly Message[];
  /** The origins that still exist. */
  origins: Record<'gateway_inbox' | 'test_steps', ReadonlySet<number>>;
  keys: ReturnType<typeof keysIn>;
  /** Ids of messages whose attempts, or scheduled statuses, are stored already. */
  withAttempts: ReadonlySet<number>;
  withScheduled: ReadonlySet<number>;
}

/** The requests whose message is still there. */
export function foundIn(requests: readonly UpdateRequest[], read: ReadRows): FoundUpdate[] {
  const messages = new Map(read.messages.map((message) => [message.id, message]));
  return requests.flatMap((request): FoundUpdate[] => {
    const { origin, response } = request;
    const message = messages.get(request.message.id);
    if (!message) return [];
    return [
      {
        request,
        message,
        isReported: origin !== undefined && !read.origins[origin.table].has(origin.id),
        hasAttempts: read.withAttempts.has(message.id) || message.attemptMs !== null,
        isScheduled: read.withScheduled.has(message.id),
        stored: (response && read.keys.get(keyId(response.claim.key))?.response) ?? undefined,
      },
    ];
  });
}
