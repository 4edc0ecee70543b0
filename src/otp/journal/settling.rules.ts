import type { FailureReason } from '../../common/text/failure-reason.js';
import type { Message } from '../message.entity.js';
import { mayMove, type SettledStatus, type Status } from '../status.rules.js';

/** The rules of settling, free of database and framework: what news does to messages, and to the money behind them. */

/** What a send, a callback or the recovery learnt about a message. */
export interface News {
  /** `undefined`: still unknown; charge and duplicate window stay. */
  status?: SettledStatus;
  /** Its price goes back whatever the policy: the gateway provably never took it, or it has {@link expired}. */
  refused?: boolean;
  /** Nobody could say in time whether it was sent. */
  expired?: boolean;
  /** The gateway's words, scrubbed. */
  error?: string | null;
  /** Why it failed, or why nobody knows. */
  failureReason?: FailureReason | null;
  deviceId?: number | null;
  gatewayMessageId?: string;
}

export interface RefundPolicy {
  refundFailedDelivery: boolean;
  refundWindowHours: number;
}

/** What a device made of a message. */
interface Tried {
  outcome: 'accepted' | 'refused' | 'unknown';
  durationMs: number;
}

/** A message that news came of, as it was seen last, or as the survey holds it. */
export interface Told {
  message: Message;
  news: News;
  /** Of the send that brings the news. */
  attempts?: readonly Tried[];
}

/** What news does. */
export interface Move {
  /** As it was before. */
  message: Message;
  /** What is written to it; nothing, where the news is old. */
  change: Partial<Message>;
  /** Where it moves to; `undefined`: it stays where it was. */
  status: SettledStatus | undefined;
  /** Its price goes back: the account's balance with it. */
  refunded: { balanceAfter: number } | undefined;
  /** The same code may be sent again at once. */
  freesWindow: boolean;
  /** If its code was a new one of a verification, that has its code of before again. */
  takesCodeBack: boolean;
  /** It was refunded, and has been delivered after all. */
  isFree: boolean;
  /** What is true of the message now. */
  after: SettledMessage;
}

/** Still `pending` where the news had no status. */
export interface SettledMessage {
  status: Status;
  creditUsed: number;
  /** Of the account, where the message has been refunded. */
  balance?: number;
  /** False when the news changed no status. */
  moved: boolean;
}

/** Judges news of different messages in their order. `balances`: of their accounts, kept from changing. */
export function judgeSettlings(
  told: readonly Told[],
  balances: ReadonlyMap<number, number>,
  policy: RefundPolicy,
  now: Date,
): Move[] {
  const left = new Map(balances);
  return told.map((one) => {
    const move = judgeSettling(one, left.get(one.message.userId), policy, now);
    if (move.refunded) left.set(one.message.userId, move.refunded.balanceAfter);
    return move;
  });
}

/** Of one message; `balance` is needed where it is, or may be, refunded. */
function judgeSettling(
  { message, news, attempts = [] }: Told,
  balance: number | undefined,
  policy: RefundPolicy,
  now: Date,
): Move {
  const status = news.status && mayMove(message.status, news.status) ? news.status : undefined;
  const hasFailed = status === 'failed';
  const isRefund =
    hasFailed && message.creditUsed > 0 && (news.refused === true || isRefundable(message, policy, now));
  // NaN where nobody holds the balance: such a move is not plain, and is judged again after the survey.
  const refunded = isRefund ? { balanceAfter: (balance ?? Number.NaN) + message.creditUsed } : undefined;
  return {
    message,
    change: {
      ...changeOf(message, news, status, isRefund, now),
      ...(status === 'sent' ? attemptOf(attempts) : {}),
    },
    status,
    refunded,
    freesWindow: hasFailed,
    // Where somebody has told that it was sent, it may have arrived, whatever else is told.
    takesCodeBack: hasFailed && message.status === 'pending' && isUnsent(news),
    isFree: status === 'delivered' && message.status === 'failed' && isFreeOfCharge(message),
    after: {
      status: status ?? message.status,
      creditUsed: isRefund ? 0 : message.creditUsed,
      balance: refunded?.balanceAfter ?? (isFreeOfCharge(message) ? balance : undefined),
      moved: status !== undefined,
    },
  };
}

/** Whether the news is that it provably went nowhere. */
export const isUnsent = ({ status, refused, expired }: News) =>
  status === 'failed' && refused === true && expired !== true;

/** Whether a move is written without looking again: it gives nothing back. */
export const isPlain = ({ status, refunded, freesWindow }: Move) =>
  status !== undefined && !refunded && !freesWindow;

/** The ordinary send, which the first device took, needs no row of its tries. */
const attemptOf = ([first, ...others]: readonly Tried[]): Partial<Message> =>
  first?.outcome === 'accepted' && others.length === 0 ? { attemptMs: Math.round(first.durationMs) } : {};

const isFreeOfCharge = ({ livemode, creditUsed }: Message) => livemode && creditUsed === 0;

function isRefundable(message: Message, policy: RefundPolicy, now: Date): boolean {
  const ageHours = (now.getTime() - message.createdAt.getTime()) / 3_600_000;
  return policy.refundFailedDelivery && ageHours <= policy.refundWindowHours;
}

function changeOf(
  message: Message,
  news: News,
  status: SettledStatus | undefined,
  isRefund: boolean,
  now: Date,
): Partial<Message> {
  const change: Partial<Message> = {};
  if (news.deviceId && message.deviceId === null) change.deviceId = news.deviceId;
  if (news.gatewayMessageId && message.gatewayMessageId === null)
    change.gatewayMessageId = news.gatewayMessageId;
  if (news.error && (status || message.status === 'pending')) change.errorMessage = news.error;
  if (!status) {
    if (news.failureReason && message.status === 'pending') change.failureReason = news.failureReason;
    return change;
  }
  const momentOf = { sent: 'sentAt', delivered: 'deliveredAt', failed: 'failedAt' } as const;
  change.status = status;
  change[momentOf[status]] = now;
  change.failureReason = status === 'failed' ? (news.failureReason ?? 'unknown') : null;
  if (status === 'delivered') change.errorMessage = null;
  if (isRefund) change.creditUsed = 0;
  return change;
}

/** The day's counters; `pending` has none. */
export type Counted = Record<SettledStatus, number>;

/** How the day's counters change when a message moves. */
export function counterDeltas(from: Status, to: SettledStatus): Counted {
  const deltas = { sent: 0, delivered: 0, failed: 0 };
  if (from !== 'pending') deltas[from] -= 1;
  deltas[to] += 1;
  return deltas;
}
