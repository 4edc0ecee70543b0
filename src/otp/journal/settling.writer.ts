import { Injectable } from '@nestjs/common';
import {
  Database,
  insertInto,
  list,
  statement,
  updateEach,
  type Write,
} from '../../common/database/index.js';
import { keepAnswers, type KeptAnswer, releaseKeys } from '../../common/idempotency/index.js';
import { Calendar } from '../../common/time/calendar.js';
import { Clock } from '../../common/time/clock.js';
import { Credit, type CreditLine } from '../../credit/index.js';
import { Webhooks } from '../../webhook/outbound/index.js';
import { Message } from '../message.entity.js';
import { SandboxStep } from '../sandbox/step.entity.js';
import type { Status } from '../status.rules.js';
import { addCounts, countFree } from './counts.js';
import { eventOf } from './message-event.rules.js';
import { noteAttempts, noteReports, type Report } from './notes.js';
import { sendResult } from './send-result.js';
import type { Reply, SettlingMove } from './settling.js';
import { counterDeltas, type Move, type SettledMessage } from './settling.rules.js';
import { freeWindows } from './windows.js';

/** The statements of every outcome, in the order of locks that is the same everywhere. */
@Injectable()
export class SettlingWriter {
  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly webhooks: Webhooks,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
  ) {}

  write(all: readonly SettlingMove[]): Write[] {
    const { engine } = this.database;
    const moves = all.map(({ move }) => move);
    const moved = moves.flatMap(({ status, ...move }) => (status ? [{ ...move, status }] : []));
    const told = all.flatMap(({ settling, move }) => (move.status && !settling.isUntold ? move : []));
    const today = this.calendar.day(this.clock.now());
    return [
      ...changeMessages(moves),
      ...takeWaited(all),
      ...freeWindows(moves.flatMap(({ message, freesWindow }) => (freesWindow ? message : []))),
      ...this.credit.enter(moves.flatMap(refundOf)),
      ...this.replies(all),
      ...noteAttempts(
        all.flatMap(({ settling: { message, attempts }, hasAttempts, move }) =>
          attempts && !hasAttempts && move.change.attemptMs === undefined
            ? { messageId: message.id, attempts }
            : [],
        ),
      ),
      ...noteReports(engine, all.flatMap(reportOf)),
      ...insertInto(
        SandboxStep,
        all.flatMap(({ settling: { steps }, hasSteps }) => (hasSteps ? [] : (steps ?? []))),
      ),
      ...this.webhooks.enqueueAll(told.map(({ message, change }) => eventOf(message, change))),
      ...addCounts(
        engine,
        moved.map(({ message, status }) => ({ ...message, deltas: counterDeltas(message.status, status) })),
      ),
      ...countFree(engine, all.flatMap(freeOf), today),
    ];
  }

  private replies(all: readonly SettlingMove[]): Write[] {
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

/** A statement for those that move from one status; each has to find all of them as they were. */
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

function takeWaited(all: readonly SettlingMove[]): Write[] {
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

const reportOf = ({ settling: { message, report }, move, isNoted }: SettlingMove): Report[] =>
  report && !isNoted ? [{ ...report, messageId: message.id, moved: move.after.moved }] : [];

const freeOf = ({ move: { message, isFree }, settling }: SettlingMove) =>
  isFree ? [{ userId: message.userId, deviceId: message.deviceId ?? settling.news.deviceId ?? null }] : [];

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
