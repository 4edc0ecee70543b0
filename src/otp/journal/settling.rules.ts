import { type FailureReason, publicErrorText } from '../../platform/text/failure-reason.js';
import type { Message } from '../message.entity.js';
import { mayMove, type SettledStatus, type Status } from '../status.rules.js';

/** The rules of settling: what news does to a message, and to the money behind it. */

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

/** One try of a device. */
interface Tried {
  outcome: 'accepted' | 'refused' | 'unknown';
  durationMs: number;
}

/** News, and its message: as the bringer of the news last read it, or as the survey has locked it. */
export interface Told {
  message: Message;
  news: News;
  /** The tries of the send that brings the news. */
  attempts?: readonly Tried[];
}

/** What news changes. */
export interface Move {
  /** The message before the news. */
  message: Message;
  /** The columns to write; none, if the news is old. */
  change: Partial<Message>;
  /** Its new status; `undefined`: it keeps the one it has. */
  status: SettledStatus | undefined;
  /** Its price goes back; `balanceAfter`: the account's balance with the refund. */
  refunded: { balanceAfter: number } | undefined;
  /** Its duplicate window is freed: the same code may be sent again at once. */
  freesWindow: boolean;
  /** If the message carried a new code of a verification, the verification takes its previous code back. */
  takesCodeBack: boolean;
  /** It was refunded, and has been delivered after all. */
  isFree: boolean;
  /** The message after the news. */
  after: SettledMessage;
}

/** Still `pending` where the news had no status. */
export interface SettledMessage {
  status: Status;
  creditUsed: number;
  /** The account's balance, if the message has been refunded. */
  balance?: number;
  /** False when the news changed no status. */
  moved: boolean;
}

/**
 * Judges news of different messages in order. `balances`: of their accounts, locked by the survey; empty without one.
 */
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

/** `balance` is needed if the message is, or may be, refunded. */
function judgeSettling(
  { message, news, attempts = [] }: Told,
  balance: number | undefined,
  policy: RefundPolicy,
  now: Date,
): Move {
  const status = news.status && mayMove(message.status, news.status) ? news.status : undefined;
  const hasFailed = status === 'failed';
  const isRefund =
    message.creditUsed > 0 &&
    ((hasFailed && (news.refused === true || isRefundable(message, policy, now))) ||
      // A callback was quicker than the sender or the recovery, who know that the gateway took nothing.
      (message.status === 'failed' && isUnsent(news)));
  // NaN without a survey: such a move is not plain, and is judged again after one.
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
    takesCodeBack: isUnsent(news) && neverSent(message),
    isFree: status === 'delivered' && message.status === 'failed' && isFreeOfCharge(message),
    after: {
      status: status ?? message.status,
      creditUsed: isRefund ? 0 : message.creditUsed,
      balance: refunded?.balanceAfter ?? (isFreeOfCharge(message) ? balance : undefined),
      moved: status !== undefined,
    },
  };
}

/** Whether the news says that the message was provably not sent. */
export const isUnsent = ({ status, refused, expired }: News) =>
  status === 'failed' && refused === true && expired !== true;

/** Whether a move may be written without a survey: it changes the status, and gives nothing back. */
export const isPlain = ({ status, refunded, freesWindow }: Move) =>
  status !== undefined && !refunded && !freesWindow;

/** If the first device accepted the message, the time of this try stands in the message, and the try has no row. */
const attemptOf = ([first, ...others]: readonly Tried[]): Partial<Message> =>
  first?.outcome === 'accepted' && others.length === 0 ? { attemptMs: Math.round(first.durationMs) } : {};

/** Once somebody has reported it as sent it may have arrived, whatever is reported later. */
const neverSent = ({ status, sentAt }: Message) =>
  status === 'pending' || (status === 'failed' && sentAt === null);

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
  if (news.error && (status || message.status === 'pending'))
    change.errorMessage = publicErrorText(news.error, news.failureReason);
  if (isRefund) change.creditUsed = 0;
  if (!status) {
    if (news.failureReason && message.status === 'pending') change.failureReason = news.failureReason;
    return change;
  }
  const momentOf = { sent: 'sentAt', delivered: 'deliveredAt', failed: 'failedAt' } as const;
  change.status = status;
  change[momentOf[status]] = now;
  change.failureReason = status === 'failed' ? (news.failureReason ?? 'unknown') : null;
  if (status === 'delivered') change.errorMessage = null;
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
