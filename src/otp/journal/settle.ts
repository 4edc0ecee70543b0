import type { EntityManager } from 'typeorm';
import type { Calendar } from '../../common/calendar.js';
import type { Clock } from '../../common/clock.js';
import { execute, insertInto, type Engine, type Statement } from '../../common/database/index.js';
import { AppError } from '../../common/errors/index.js';
import { failpoint } from '../../common/failpoint.js';
import type { Credit } from '../../credit/index.js';
import type { Attempt } from '../../gateway/index.js';
import type { Webhooks } from '../../webhook/outbound/index.js';
import { addCounts } from './counts.js';
import { DuplicateWindow } from './duplicate-window.entity.js';
import { countFree } from './free-counts.js';
import { MessageAttempt } from '../message-attempt.entity.js';
import { eventOf } from '../message-event.js';
import { Message } from '../message.entity.js';
import { consequenceOf, counterDeltas, type Consequence, type RefundPolicy } from './settlement.js';
import type { SettledStatus, Status } from '../status.js';

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
  /** Whether callbacks wait for the message; `undefined`: nobody has looked. */
  isAwaited?: boolean;
}

export interface SettleContext {
  engine: Engine;
  credit: Credit;
  webhooks: Webhooks;
  clock: Clock;
  calendar: Calendar;
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
  const { attempts = [] } = settlement;
  if (attempts.length > 0) await execute(tx, noteAttempts([{ messageId, attempts }]));
  failpoint('settle.attempts');
  const move = await claimMove(tx, context, messageId, settlement);
  const { message, change, consequence } = move;
  if (!consequence) {
    const { status, creditUsed, livemode } = message;
    // A callback that was quicker may have refunded it already.
    const balance =
      livemode && creditUsed === 0 ? await context.credit.balanceIn(tx, message.userId) : undefined;
    return { status, creditUsed, balance, moved: false };
  }
  const { userId, reference, duplicateIndex } = message;
  // Window before balance, as a send opens: the other way round the two would lock each other out.
  if (consequence.freeDuplicateWindow) await tx.delete(DuplicateWindow, { duplicateIndex, reference });
  failpoint('settle.window');
  const balance = consequence.refund
    ? await context.credit.refund(tx, { userId, messageId, amount: message.creditUsed })
    : undefined;
  if (consequence.refund) failpoint('settle.refunded');
  const deltas = counterDeltas(message.status, consequence.status);
  await execute(tx, addCounts(context.engine, [{ ...message, deltas }]));
  for (const count of countFree(context, [{ move, settlement }])) await execute(tx, count);
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

export interface Move {
  /** As it was before. */
  message: Message;
  /** What was written to it. */
  change: Partial<Message>;
  consequence: Consequence | undefined;
}

/** Moves the row from the status that was read, or reads again: whoever writes first decides, nobody is overwritten. */
async function claimMove(
  tx: EntityManager,
  context: SettleContext,
  messageId: number,
  settlement: Settlement,
): Promise<Move> {
  for (let attempt = 0; attempt < CLAIM_ATTEMPTS_MAX; attempt++) {
    const message = await tx.findOneBy(Message, { id: messageId });
    failpoint('settle.read');
    if (!message) throw new AppError('not_found', { detail: `message ${messageId} is gone` });
    const move = moveOf(message, settlement, context);
    if (Object.keys(move.change).length === 0) return move;
    const { affected } = await tx.update(Message, { id: messageId, status: message.status }, move.change);
    failpoint('settle.moved');
    if (affected === 1) return move;
  }
  throw new Error(`message ${messageId} would not hold still`);
}

/** What a settlement means for a message. */
export function moveOf(
  message: Message,
  settlement: Settlement,
  { policy, clock }: Pick<SettleContext, 'policy' | 'clock'>,
): Move {
  const { status, refused = false } = settlement;
  const now = clock.now();
  const consequence = status && consequenceOf(message, { status, refused }, policy, now);
  return { message, change: changeOf(message, settlement, consequence, now), consequence };
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

/** Writes down what devices made of messages. */
export function noteAttempts(tried: { messageId: number; attempts: Attempt[] }[]): Statement {
  return insertInto(
    'message_attempts',
    tried.flatMap(({ messageId, attempts }) =>
      attempts.map(({ deviceId, outcome, reason, durationMs, at }) => ({
        message_id: messageId,
        device_id: deviceId,
        outcome,
        reason,
        duration_ms: Math.round(durationMs),
        created_at: at,
      })),
    ),
  );
}
