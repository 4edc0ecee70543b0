import { Injectable } from '@nestjs/common';
import { Credit, type CreditLine } from '../../credit/index.js';
import {
  Database,
  insertInto,
  list,
  type Row,
  type Statement,
  statement,
  updateEach,
  upsert,
  type Write,
} from '../../platform/database/index.js';
import { keepAnswers, type KeptAnswer, releaseKeys } from '../../platform/idempotency/index.js';
import { Calendar } from '../../platform/time/calendar.js';
import { Clock } from '../../platform/time/clock.js';
import { WebhookOutbox } from '../../webhook/index.js';
import { FreeDelivery, UNKNOWN_DEVICE } from '../free-delivery.entity.js';
import { Message } from '../message.entity.js';
import { MessageAttempt } from '../message-attempt.entity.js';
import { MessageCounter } from '../message-counter.entity.js';
import { MessageReport } from '../message-report.entity.js';
import { NotOnWhatsapp } from '../not-on-whatsapp/not-on-whatsapp.entity.js';
import { SandboxStep } from '../sandbox/step.entity.js';
import { SETTLED, type Status } from '../status.rules.js';
import { eventOf, sendResult } from '../telling.js';
import type { JudgedSettling, Reply } from './settling.js';
import { counterDeltas, type Move, type SettledMessage } from './settling.rules.js';
import { freeWindows } from './windows.js';

/**
 * Builds the statements that settle messages, in the order of locks that is the same everywhere. The survey already
 * holds the verifications, windows and balances that they change.
 */
@Injectable()
export class SettlingWriter {
  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly webhooks: WebhookOutbox,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
  ) {}

  write(all: readonly JudgedSettling[]): Write[] {
    const { engine } = this.database;
    const moves = all.map(({ move }) => move);
    const forWebhooks = all.flatMap(({ settling, move }) =>
      move.status && !settling.hasNoWebhooks ? move : [],
    );
    const today = this.calendar.day(this.clock.now());
    return [
      ...takeCodesBack(moves),
      ...changeMessages(moves),
      ...takeWaited(all),
      ...freeWindows(moves.flatMap(({ message, freesWindow }) => (freesWindow ? message : []))),
      ...this.credit.enter(moves.flatMap(refundOf)),
      ...this.replies(all),
      ...insertInto(MessageAttempt, all.flatMap(attemptsOf)),
      ...upsert(engine, MessageReport, all.flatMap(reportOf), {
        key: ['messageId', 'source', 'status'],
        add: ['times'],
        set: ['lastAt'],
      }),
      ...insertInto(
        SandboxStep,
        all.flatMap(({ settling: { steps }, hasSteps }) => (hasSteps ? [] : (steps ?? []))),
      ),
      ...this.webhooks.enqueueAll(forWebhooks.map(({ message, change }) => eventOf(message, change))),
      ...upsert(engine, MessageCounter, moves.flatMap(countOf), {
        key: ['userId', 'livemode', 'day'],
        add: SETTLED,
      }),
      ...upsert(
        engine,
        FreeDelivery,
        all.flatMap((one) => freeOf(one, today)),
        { key: ['userId', 'deviceId', 'day'], add: ['deliveries'] },
      ),
      ...insertInto(NotOnWhatsapp, moves.flatMap(notOnWhatsappOf)),
    ];
  }

  private replies(all: readonly JudgedSettling[]): Write[] {
    const open = all.flatMap(({ settling: { reply }, kept, move }) =>
      reply && !kept ? [{ reply, after: move.after }] : [],
    );
    return [
      ...keepAnswers(
        open.flatMap(({ reply, after }) => {
          const kept = answerOf(reply, after);
          return kept ? { key: reply.claim.key, kept } : [];
        }),
      ),
      ...releaseKeys(open.flatMap(({ reply }) => (reply.kind === 'release' ? reply.claim.key : []))),
    ];
  }
}

/**
 * Gives a verification its previous code back when the message that carried its newest code was provably not sent.
 * Nothing changes if the verification has a still newer code, has ended, or had no code before. MySQL uses the new
 * value of a column that stands earlier in the same UPDATE, SQLite the old one: in this order both come to the same.
 * `status` is not in the condition, since a database might use its index and lock all pending verifications.
 */
function takeCodesBack(moves: readonly Move[]): Statement[] {
  const codes = moves.flatMap(({ message: { id, verification }, takesCodeBack }) =>
    takesCodeBack && verification !== null ? [{ id, verification }] : [],
  );
  if (codes.length === 0) return [];
  const references = codes.map(({ verification }) => verification).toSorted();
  const ids = codes.map(({ id }) => id);
  return [
    statement(
      `UPDATE verifications
        SET code_index = previous_code_index, message_id = previous_message_id, expires_at = previous_expires_at,
          resends = resends - 1, previous_code_index = NULL, previous_message_id = NULL, previous_expires_at = NULL
        WHERE reference IN ${list(references)} AND message_id IN ${list(ids)}
          AND ended_at IS NULL AND previous_message_id IS NOT NULL`,
      [...references, ...ids],
    ),
  ];
}

/** One UPDATE for all messages that were in the same status; its guard is that each of them still is. */
function changeMessages(moves: readonly Move[]): Write[] {
  const byStatus = new Map<Status, Map<number, Partial<Message>>>();
  for (const { message, change } of moves) {
    if (Object.keys(change).length === 0) continue;
    const group = byStatus.get(message.status) ?? new Map<number, Partial<Message>>();
    byStatus.set(message.status, group.set(message.id, change));
  }
  return [...byStatus].map(([status, changes]) => ({
    ...updateEach(Message, 'id', changes, { status }),
    rows: changes.size,
  }));
}

function takeWaited(all: readonly JudgedSettling[]): Write[] {
  const taken = all.flatMap(({ settling: { waited }, isNoted }) => (waited && !isNoted ? waited : []));
  return (['gateway_inbox', 'test_steps'] as const).flatMap((table) => {
    const ids = taken.filter((row) => row.in === table).map(({ id }) => id);
    if (ids.length === 0) return [];
    return { ...statement(`DELETE FROM ${table} WHERE id IN ${list(ids)}`, ids), rows: ids.length };
  });
}

const refundOf = ({ message, refunded }: Move): CreditLine[] =>
  refunded
    ? [
        {
          userId: message.userId,
          kind: 'refund',
          amount: message.creditUsed,
          balanceAfter: refunded.balanceAfter,
          messageId: message.id,
        },
      ]
    : [];

/** None where the first device accepted the message: the try stands in the message. */
function attemptsOf({ settling, hasAttempts, move }: JudgedSettling): Row<MessageAttempt>[] {
  const { message, attempts = [] } = settling;
  if (hasAttempts || move.change.attemptMs !== undefined) return [];
  return attempts.map(({ deviceId, outcome, reason, failureReason, durationMs, at }) => ({
    messageId: message.id,
    deviceId,
    outcome,
    reason,
    failureReason,
    durationMs: Math.round(durationMs),
    createdAt: at,
  }));
}

/** A repeated report only raises the count and the time of the last one. */
function reportOf({ settling, move, isNoted }: JudgedSettling): Row<MessageReport>[] {
  if (!settling.report || isNoted) return [];
  const { at, ...report } = settling.report;
  const { moved } = move.after;
  return [{ ...report, messageId: settling.message.id, moved, times: 1, firstAt: at, lastAt: at }];
}

function countOf({ message, status }: Move): Row<MessageCounter>[] {
  if (!status) return [];
  const { userId, livemode, day } = message;
  return [{ userId, livemode, day, ...counterDeltas(message.status, status) }];
}

function freeOf({ move: { message, isFree }, settling }: JudgedSettling, day: string): Row<FreeDelivery>[] {
  const deviceId = message.deviceId ?? settling.news.deviceId ?? UNKNOWN_DEVICE;
  return isFree ? [{ userId: message.userId, deviceId, day, deliveries: 1 }] : [];
}

function notOnWhatsappOf({ message: { id, userId, livemode }, change }: Move): Row<NotOnWhatsapp>[] {
  const { status, failureReason, failedAt } = change;
  if (!livemode || status !== 'failed' || failureReason !== 'not_on_whatsapp' || !failedAt) return [];
  return [{ messageId: id, userId, createdAt: failedAt }];
}

function answerOf(reply: Reply, after: SettledMessage): KeptAnswer | undefined {
  switch (reply.kind) {
    case 'success':
      return reply.claim.success(sendResult(reply.send, after));
    case 'failure':
      return reply.claim.failure(reply.error);
    case 'release':
      return undefined;
    default:
      return reply satisfies never;
  }
}
