import type { EntityManager } from 'typeorm';
import type { Clock } from '../common/clock.js';
import { increment } from '../common/database/index.js';
import { AppError } from '../common/errors/index.js';
import { failpoint } from '../common/failpoint.js';
import type { Credit } from '../credit/index.js';
import type { Attempt } from '../gateway/index.js';
import type { Webhooks } from '../webhook/outbound/index.js';
import { DuplicateWindow } from './duplicate-window.entity.js';
import { MessageAttempt } from './message-attempt.entity.js';
import { eventOf } from './message-event.js';
import { Message } from './message.entity.js';
import { consequenceOf, counterDeltas, type Consequence, type RefundPolicy } from './settlement.js';
import type { SettledStatus, Status } from './status.js';

const CLAIM_ATTEMPTS_MAX = 10;

/** What is known of a message, and from whom. */
export interface Settlement {
  /** `undefined`: still unknown; charge and duplicate window stay. */
  status?: SettledStatus;
  /** The gateway provably never took it. */
  refused?: boolean;
  /** The gateway's words, scrubbed. */
  error?: string | null;
  deviceId?: number | null;
  gatewayMessageId?: string;
  attempts?: Attempt[];
}

export interface Settled {
  status: Status;
  creditUsed: number;
  /** Balance after the refund, when there was one. */
  balance?: number;
  /** False when the news changed no status. */
  moved: boolean;
}

export interface SettleContext {
  credit: Credit;
  webhooks: Webhooks;
  clock: Clock;
  policy: RefundPolicy;
}

/** Applies a settlement inside `tx`: ids, status, refund, duplicate window and the day's counters, or nothing at all. */
export async function settle(
  tx: EntityManager,
  context: SettleContext,
  messageId: number,
  settlement: Settlement,
): Promise<Settled> {
  failpoint('settle.begin');
  await noteAttempts(tx, messageId, settlement.attempts ?? []);
  failpoint('settle.attempts');
  const { message, change, consequence } = await claimMove(tx, context, messageId, settlement);
  if (!consequence) {
    const { status, creditUsed, livemode } = message;
    // A callback that was quicker may have refunded it already.
    const balance =
      livemode && creditUsed === 0 ? await context.credit.balanceIn(tx, message.userId) : undefined;
    return { status, creditUsed, balance, moved: false };
  }
  const { userId } = message;
  const balance = consequence.refund
    ? await context.credit.refund(tx, { userId, messageId, amount: message.creditUsed })
    : undefined;
  if (consequence.refund) failpoint('settle.refunded');
  if (consequence.freeDuplicateWindow)
    await tx.delete(DuplicateWindow, { duplicateIndex: message.duplicateIndex, messageId });
  failpoint('settle.window');
  await increment(
    tx,
    'message_counters',
    { user_id: userId, livemode: Number(message.livemode), day: message.day },
    counterDeltas(message.status, consequence.status),
  );
  failpoint('settle.counted');
  await context.webhooks.enqueue(tx, eventOf(message, change));
  failpoint('settle.event');
  return {
    status: consequence.status,
    creditUsed: consequence.refund ? 0 : message.creditUsed,
    balance,
    moved: true,
  };
}

/** After a commit whose answer was lost: the same once more, without writing what is there already. */
export async function settleAgain(
  tx: EntityManager,
  context: SettleContext,
  messageId: number,
  settlement: Settlement,
): Promise<Settled> {
  const noted = await tx.existsBy(MessageAttempt, { messageId });
  return settle(tx, context, messageId, noted ? { ...settlement, attempts: [] } : settlement);
}

interface Move {
  /** As it was before. */
  message: Message;
  /** What was written to it. */
  change: Partial<Message>;
  consequence: Consequence | undefined;
}

/** Moves the row from the status that was read, or reads again: whoever writes first decides, nobody is overwritten. */
async function claimMove(
  tx: EntityManager,
  { policy, clock }: SettleContext,
  messageId: number,
  settlement: Settlement,
): Promise<Move> {
  for (let attempt = 0; attempt < CLAIM_ATTEMPTS_MAX; attempt++) {
    const message = await tx.findOneBy(Message, { id: messageId });
    failpoint('settle.read');
    if (!message) throw new AppError('not_found', { detail: `message ${messageId} is gone` });
    const { status, refused = false } = settlement;
    const now = clock.now();
    const consequence = status && consequenceOf(message, { status, refused }, policy, now);
    const change = changeOf(message, settlement, consequence, now);
    if (Object.keys(change).length === 0) return { message, change, consequence };
    const { affected } = await tx.update(Message, { id: messageId, status: message.status }, change);
    failpoint('settle.moved');
    if (affected === 1) return { message, change, consequence };
  }
  throw new Error(`message ${messageId} would not hold still`);
}

function changeOf(
  message: Message,
  settlement: Settlement,
  consequence: Consequence | undefined,
  now: Date,
): Partial<Message> {
  const change: Partial<Message> = {};
  if (settlement.deviceId && message.deviceId === null) change.deviceId = settlement.deviceId;
  if (settlement.gatewayMessageId && message.gatewayMessageId === null)
    change.gatewayMessageId = settlement.gatewayMessageId;
  if (settlement.error && (consequence || message.status === 'pending'))
    change.errorMessage = settlement.error;
  if (!consequence) return change;
  const momentOf = { sent: 'sentAt', delivered: 'deliveredAt', failed: 'failedAt' } as const;
  change.status = consequence.status;
  change[momentOf[consequence.status]] = now;
  if (consequence.status === 'delivered') change.errorMessage = null;
  if (consequence.refund) change.creditUsed = 0;
  return change;
}

async function noteAttempts(tx: EntityManager, messageId: number, attempts: Attempt[]): Promise<void> {
  if (attempts.length === 0) return;
  await tx.insert(
    MessageAttempt,
    attempts.map(({ deviceId, outcome, reason, durationMs, at }) => ({
      messageId,
      deviceId,
      outcome,
      reason,
      durationMs: Math.round(durationMs),
      createdAt: at,
    })),
  );
}
