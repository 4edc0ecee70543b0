import type { Attempt } from '../../gateway/index.js';
import type { AppError } from '../../platform/errors/index.js';
import type { IdempotencyClaim, KeptAnswer } from '../../platform/idempotency/index.js';
import type { Message } from '../message.entity.js';
import type { MessageReport } from '../message-report.entity.js';
import type { SandboxStep } from '../sandbox/step.entity.js';
import type { AcceptedSend } from '../telling.js';
import type { Move, News } from './settling.rules.js';

/** What the request of a send is answered. The answer is kept under its Idempotency-Key. */
export type Reply = { claim: IdempotencyClaim } & (
  | { kind: 'success'; send: AcceptedSend }
  | { kind: 'failure'; error: AppError }
  /** The request had no effect: the same may come again. */
  | { kind: 'release' }
);

/** A status that somebody reported. */
export type Report = Omit<MessageReport, 'times' | 'firstAt' | 'lastAt'> & {
  /** When it came. */
  at: Date;
};

/** News of a message, with all that must be written in the same transaction. */
export interface Settling {
  /** The message as the bringer of the news last read it. */
  message: Message;
  news: News;
  attempts?: readonly Attempt[];
  /** Who reported the news, if not the send itself. */
  report?: Omit<Report, 'messageId' | 'moved'>;
  /** The row in which the news waited. Whoever deletes it writes the report too. */
  waited?: { in: 'gateway_inbox' | 'test_steps'; id: number };
  reply?: Reply;
  /** The account had no webhooks when it sent, so no event is written. */
  hasNoWebhooks?: boolean;
  /** The coming steps of a test key's message. */
  steps?: readonly Omit<SandboxStep, 'id'>[];
}

/** A settling with its move, and what of it is there already. */
export interface JudgedSettling {
  settling: Settling;
  move: Move;
  /** The row in which the news waited is gone: somebody else has written the report. */
  isNoted: boolean;
  hasAttempts: boolean;
  hasSteps: boolean;
  /** The answer that is already kept under the request's key. */
  kept: KeptAnswer | undefined;
}
