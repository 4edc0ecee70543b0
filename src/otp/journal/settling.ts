import type { AppError } from '../../common/errors/index.js';
import type { IdempotencyClaim, KeptAnswer } from '../../common/idempotency/index.js';
import type { Attempt } from '../../gateway/index.js';
import type { Message } from '../message.entity.js';
import type { MessageReport } from '../message-report.entity.js';
import type { SandboxStep } from '../sandbox/step.entity.js';
import type { AcceptedSend } from '../telling.js';
import type { Move, News } from './settling.rules.js';

/** What the request of a send is answered, and keeps under its Idempotency-Key. */
export type Reply = { claim: IdempotencyClaim } & (
  | { kind: 'success'; send: AcceptedSend }
  | { kind: 'failure'; error: AppError }
  /** The request had no effect: the same may come again. */
  | { kind: 'release' }
);

/** That somebody told a status. */
export type Report = Omit<MessageReport, 'times' | 'firstAt' | 'lastAt'> & {
  /** When it came. */
  at: Date;
};

/** News of a message on its way into the books, with all that has to be true together with it. */
export interface Settling {
  /** As whoever brings the news has seen it last. */
  message: Message;
  news: News;
  attempts?: readonly Attempt[];
  /** Who told it, where it was not the send itself. */
  report?: Omit<Report, 'messageId' | 'moved'>;
  /** The row that the news waited in: it goes, and whoever takes it notes the report. */
  waited?: { in: 'gateway_inbox' | 'test_steps'; id: number };
  reply?: Reply;
  /** The account had no webhooks when it sent: there is nobody to tell. */
  isUntold?: boolean;
  /** Of a test key's message: what is to come. */
  steps?: readonly Omit<SandboxStep, 'id'>[];
}

/** A settling, what it comes to, and what of it is there already. */
export interface JudgedSettling {
  settling: Settling;
  move: Move;
  /** The row that the news waited in is gone: somebody else has noted it. */
  isNoted: boolean;
  hasAttempts: boolean;
  hasSteps: boolean;
  /** What was kept under the request's key before. */
  kept: KeptAnswer | undefined;
}
