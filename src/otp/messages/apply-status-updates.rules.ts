import { type FailureReason, publicErrorText } from '../../platform/text/failure-reason.js';
import type { Message } from '../message.entities.js';
import { canTransition, type OutcomeStatus, RANK, type Status } from '../status.rules.js';

/** Decides what a status update does to a message, and to its price. */

/** A report about a message by its send, a callback, a scheduled status or the recovery. */
export interface StatusUpdate {
  /** `undefined`: still unknown; price and duplicate window stay. */
  status?: OutcomeStatus;
  /** Refunded whatever the policy says: the message was provably not sent, or it has {@link expired}. */
  alwaysRefunded?: boolean;
  /** The outcome stayed unknown for too long. */
  expired?: boolean;
  /** The gateway's words, without code and phone. */
  error?: string | null;
  /** Why it failed, or why the outcome is unknown. */
  failureReason?: FailureReason | null;
  deviceId?: number | null;
  gatewayMessageId?: string;
  /** What the gateway reports about its cost. */
  cost?: string | null;
}

export interface RefundPolicy {
  refundFailedDelivery: boolean;
  refundWindowHours: number;
}

/** One try of a device. */
interface Attempt {
  outcome: 'accepted' | 'refused' | 'unknown';
  durationMs: number;
}

export interface UpdateFacts {
  /** The row as read under its lock. */
  message: Message;
  update: StatusUpdate;
  /** The attempts of the send that the update comes from. */
  attempts?: readonly Attempt[];
}

/** The effects of an update. */
export interface Transition {
  /** The message before the update. */
  message: Message;
  /** The columns to write; empty for an outdated update. */
  change: Partial<Message>;
  /** The new status; `undefined`: it stays. */
  status: OutcomeStatus | undefined;
  /** The price is refunded; `balanceAfter`: the account's balance after it. */
  refunded: { balanceAfter: number } | undefined;
  /** The same code may be sent again at once. */
  freesWindow: boolean;
  /** A verification whose new code the message carried goes back to its previous code. */
  restoresCode: boolean;
  /** It was refunded, and has been delivered after all. */
  isDeliveredAfterRefund: boolean;
  after: UpdatedMessage;
}

/** A message after an update. */
export interface UpdatedMessage {
  status: Status;
  creditUsed: number;
  /** The account's balance, if the message has been refunded. */
  balance?: number;
  /** Whether the update changed the status. */
  moved: boolean;
}

/** Decides updates of different messages, in order. `balances`: of accounts that get a refund, or got one before. */
export function decideUpdates(
  facts: readonly UpdateFacts[],
  balances: ReadonlyMap<number, number>,
  policy: RefundPolicy,
  now: Date,
): Transition[] {
  const left = new Map(balances);
  return facts.map((one) => {
    const transition = decideUpdate(one, left.get(one.message.userId), policy, now);
    if (transition.refunded) left.set(one.message.userId, transition.refunded.balanceAfter);
    return transition;
  });
}

function decideUpdate(
  { message, update, attempts = [] }: UpdateFacts,
  balance: number | undefined,
  policy: RefundPolicy,
  now: Date,
): Transition {
  const status = update.status && canTransition(message.status, update.status) ? update.status : undefined;
  const hasFailed = status === 'failed';
  const isRefund =
    message.creditUsed > 0 &&
    ((hasFailed && (update.alwaysRefunded === true || isRefundable(message, policy, now))) ||
      // A callback reported the failure before the sender or the recovery, which know that nothing was sent.
      (message.status === 'failed' && isUnsent(update)));
  if (isRefund && balance === undefined) throw new Error(`account ${message.userId} has no balance`);
  const refunded = isRefund ? { balanceAfter: (balance ?? 0) + message.creditUsed } : undefined;
  return {
    message,
    change: {
      ...changeOf(message, update, status, isRefund, now),
      ...(status === 'sent' ? attemptOf(attempts) : {}),
    },
    status,
    refunded,
    freesWindow: hasFailed,
    restoresCode: isUnsent(update) && neverSent(message),
    isDeliveredAfterRefund: status === 'delivered' && message.status === 'failed' && isRefunded(message),
    after: {
      status: status ?? message.status,
      creditUsed: isRefund ? 0 : message.creditUsed,
      balance: refunded?.balanceAfter ?? (isRefunded(message) ? balance : undefined),
      moved: status !== undefined,
    },
  };
}

/** Whether the message was provably not sent. */
export const isUnsent = ({ status, alwaysRefunded, expired }: StatusUpdate) =>
  status === 'failed' && alwaysRefunded === true && expired !== true;

/** A message is charged its price when it is created. */
export const isRefunded = ({ price, creditUsed }: Message) => creditUsed < price;

/** If the first device accepted the message, its time is stored in the message, and the try has no row. */
const attemptOf = ([first, ...others]: readonly Attempt[]): Partial<Message> =>
  first?.outcome === 'accepted' && others.length === 0 ? { attemptMs: Math.round(first.durationMs) } : {};

/** A message that was reported as sent may have arrived, whatever is reported later. */
const neverSent = ({ status, sentAt }: Message) =>
  status === 'pending' || (status === 'failed' && sentAt === null);

function isRefundable(message: Message, policy: RefundPolicy, now: Date): boolean {
  const ageHours = (now.getTime() - message.createdAt.getTime()) / 3_600_000;
  return policy.refundFailedDelivery && ageHours <= policy.refundWindowHours;
}

function changeOf(
  message: Message,
  update: StatusUpdate,
  status: OutcomeStatus | undefined,
  isRefund: boolean,
  now: Date,
): Partial<Message> {
  const change: Partial<Message> = {};
  if (update.deviceId && message.deviceId === null) change.deviceId = update.deviceId;
  if (update.gatewayMessageId && message.gatewayMessageId === null)
    change.gatewayMessageId = update.gatewayMessageId;
  if (update.error && (status || message.status === 'pending'))
    change.errorMessage = publicErrorText(update.error, update.failureReason);
  if (isRefund) change.creditUsed = 0;
  const reportedCost = costAfter(message, update);
  if (reportedCost !== message.reportedCost) change.reportedCost = reportedCost;
  if (!status) {
    if (update.failureReason && message.status === 'pending') change.failureReason = update.failureReason;
    return change;
  }
  const momentOf = { sent: 'sentAt', delivered: 'deliveredAt', failed: 'failedAt' } as const;
  change.status = status;
  change[momentOf[status]] = now;
  change.failureReason = status === 'failed' ? (update.failureReason ?? 'unknown') : null;
  if (status === 'delivered') change.errorMessage = null;
  return change;
}

/**
 * The reported cost after an update. A failure replaces an earlier cost, even by none. An outdated report adds a cost
 * only where none is known.
 */
function costAfter(message: Message, { status, cost = null }: StatusUpdate): string | null {
  const before = message.reportedCost;
  if (!status) return before;
  const isOutdated = RANK[status] < RANK[message.status];
  if (isOutdated) return message.status === 'failed' ? before : (before ?? cost);
  return status === 'failed' && message.status !== 'delivered' ? cost : (cost ?? before);
}

/** How the counters of the message's day change; pending messages are not counted. `undefined`: not at all. */
export function counterDeltas({ message, status, change }: Transition) {
  const deltas = { sent: 0, delivered: 0, failed: 0, repriced: 0 };
  const from = message.status;
  if (status) {
    if (from !== 'pending') deltas[from] -= 1;
    deltas[status] += 1;
    return deltas;
  }
  const isRepriced = change.creditUsed !== undefined || change.reportedCost !== undefined;
  return isRepriced && from !== 'pending' ? { ...deltas, repriced: 1 } : undefined;
}
