import { addSeconds } from '../../platform/time/clock.js';

export interface SentMessage {
  acceptedAt: Date;
  deliveredAt: Date | null;
  failedAt: Date | null;
}

export interface RecordRules {
  /** A message without a report counts against its device at this age. */
  ackExpectedSeconds: number;
  /** So many unreported messages since the last report mean that the device is silent. */
  watchdogMessages: number;
}

export interface Reason {
  factor: 'delivery_share' | 'ack_seconds' | 'unheard' | 'failures' | 'new_chats';
  /** Null: nothing measured yet. */
  value: number | null;
  effect: number;
}

export interface DeliveryRecord {
  /** 0 to 1, the product of the effects. */
  score: number;
  why: readonly Reason[];
  outcomes: {
    delivered: number;
    failed: number;
    /** Old enough for a report, and without one. */
    unacknowledged: number;
    /** Too new for a report. */
    waiting: number;
  };
  /** When the last report arrived, also of a failure. */
  reportedAt: Date | null;
  /** Messages since then that should have a report by now. */
  unreported: number;
  /** So many reports are missing that the device is degraded. */
  isSilent: boolean;
}

/** Prior of the delivery share, and its weight in messages. */
const PRIOR_SHARE = 0.9;
const PRIOR_MESSAGES = 3;
/** Weight of a message relative to the next newer one. */
const FADING = 0.95;
/** A median delay up to this does not reduce the score; one of `ackExpectedSeconds` or more halves it. */
const QUICK_SECONDS = 5;

/** For a device without deliveries, or without delivery reports. */
export const NEUTRAL: DeliveryRecord = {
  score: PRIOR_SHARE,
  why: [],
  outcomes: { delivered: 0, failed: 0, unacknowledged: 0, waiting: 0 },
  reportedAt: null,
  unreported: 0,
  isSilent: false,
};

/** Scores a device by the reports of its last messages, newest first. */
export function recordOf(messages: readonly SentMessage[], rules: RecordRules, now: Date): DeliveryRecord {
  const dueBefore = addSeconds(now, -rules.ackExpectedSeconds);
  const isDue = ({ acceptedAt }: SentMessage) => acceptedAt <= dueBefore;
  const judged = messages.filter((message) => isAnswered(message) || isDue(message));
  const delivered = messages.filter(({ deliveredAt }) => deliveredAt);
  const failed = messages.filter(({ deliveredAt, failedAt }) => !deliveredAt && failedAt);
  const reportedAt = reportedAtOf(messages);
  const unreported = messages.filter(
    (message) => !isAnswered(message) && isDue(message) && (!reportedAt || message.acceptedAt > reportedAt),
  ).length;
  const why: Reason[] = [
    { factor: 'delivery_share', ...deliveryShare(judged) },
    { factor: 'ack_seconds', ...ackSeconds(delivered, rules.ackExpectedSeconds) },
    {
      factor: 'unheard',
      value: unreported,
      effect: 1 - Math.min(1, unreported / (rules.watchdogMessages + 1)),
    },
  ];
  return {
    score: why.reduce((score, { effect }) => score * effect, 1),
    why,
    outcomes: {
      delivered: delivered.length,
      failed: failed.length,
      unacknowledged: judged.length - delivered.length - failed.length,
      waiting: messages.length - judged.length,
    },
    reportedAt,
    unreported,
    isSilent: unreported >= rules.watchdogMessages,
  };
}

/**
 * When a degraded device gets its next trial message: after the cooldown, then at doubled intervals, since each failed
 * trial loses somebody's code.
 */
export function nextTrialAt(degradedSince: Date, trials: number, cooldownSeconds: number): Date {
  const doubled = Math.min(trials + 1, TRIAL_DOUBLINGS_MAX);
  const rest = trials + 1 - doubled;
  return addSeconds(degradedSince, cooldownSeconds * (2 ** doubled - 1 + rest * 2 ** (doubled - 1)));
}

/** After so many doublings the interval stays constant. */
const TRIAL_DOUBLINGS_MAX = 12;

/** A failure is a report too. */
const isAnswered = ({ deliveredAt, failedAt }: SentMessage) => deliveredAt !== null || failedAt !== null;

function reportedAtOf(messages: readonly SentMessage[]): Date | null {
  return messages
    .flatMap(({ deliveredAt, failedAt }) => [deliveredAt, failedAt])
    .reduce((last, at) => (at && (!last || at > last) ? at : last), null);
}

/** Whether a report came after the device was degraded. The tolerance covers clock differences between instances. */
export function hasReportSince(
  { reportedAt }: DeliveryRecord,
  degradedSince: Date,
  rules: RecordRules,
): boolean {
  return reportedAt !== null && reportedAt > addSeconds(degradedSince, -rules.ackExpectedSeconds);
}

/** Smoothed: newer messages count more, but a single one does not decide. */
function deliveryShare(judged: readonly SentMessage[]): Omit<Reason, 'factor'> {
  let weights = PRIOR_MESSAGES;
  let arrived = PRIOR_MESSAGES * PRIOR_SHARE;
  judged.forEach(({ deliveredAt }, rank) => {
    const weight = FADING ** rank;
    weights += weight;
    if (deliveredAt) arrived += weight;
  });
  const delivered = judged.filter(({ deliveredAt }) => deliveredAt).length;
  return { value: judged.length > 0 ? delivered / judged.length : null, effect: arrived / weights };
}

function ackSeconds(delivered: readonly SentMessage[], expectedSeconds: number): Omit<Reason, 'factor'> {
  const seconds = delivered
    .map(({ acceptedAt, deliveredAt }) => ((deliveredAt?.getTime() ?? 0) - acceptedAt.getTime()) / 1000)
    .sort((a, b) => a - b);
  const median = seconds[Math.floor(seconds.length / 2)];
  if (median === undefined) return { value: null, effect: 1 };
  const lateness = (median - QUICK_SECONDS) / Math.max(1, expectedSeconds - QUICK_SECONDS);
  return { value: median, effect: 1 - 0.5 * Math.min(1, Math.max(0, lateness)) };
}
