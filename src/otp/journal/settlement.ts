import { mayMove, type SettledStatus, type Status } from '../status.js';

/** The rules of settling, free of database and framework: what a piece of news does to a message. */

/** What a send, a callback or the recovery learnt about a message. */
export interface News {
  status: SettledStatus;
  /** True when the gateway provably never took the message: its price goes back whatever the policy. */
  refused: boolean;
}

export interface MessageState {
  status: Status;
  livemode: boolean;
  creditUsed: number;
  createdAt: Date;
}

export interface RefundPolicy {
  refundFailedDelivery: boolean;
  refundWindowHours: number;
}

export interface Consequence {
  status: SettledStatus;
  refund: boolean;
  /** The same code may be sent again at once. */
  freeDuplicateWindow: boolean;
  /** It was refunded, and has been delivered after all. */
  isFree: boolean;
}

/** `undefined`: the news changes nothing (a repetition, or older than what is known). */
export function consequenceOf(
  message: MessageState,
  news: News,
  policy: RefundPolicy,
  now: Date,
): Consequence | undefined {
  if (!mayMove(message.status, news.status)) return undefined;
  const failed = news.status === 'failed';
  return {
    status: news.status,
    refund: failed && message.creditUsed > 0 && (news.refused || isRefundable(message, policy, now)),
    freeDuplicateWindow: failed,
    isFree: isRefunded(message) && news.status === 'delivered',
  };
}

const isRefunded = ({ status, livemode, creditUsed }: MessageState) =>
  livemode && status === 'failed' && creditUsed === 0;

function isRefundable(message: MessageState, policy: RefundPolicy, now: Date): boolean {
  const ageHours = (now.getTime() - message.createdAt.getTime()) / 3_600_000;
  return policy.refundFailedDelivery && ageHours <= policy.refundWindowHours;
}

/** The day's counters; `pending` has none of its own. */
export type Counted = Record<'created' | SettledStatus, number>;

/** How the day's counters change when a message moves. */
export function counterDeltas(from: Status, to: SettledStatus): Counted {
  const deltas = { created: 0, sent: 0, delivered: 0, failed: 0 };
  if (from !== 'pending') deltas[from] -= 1;
  deltas[to] += 1;
  return deltas;
}
