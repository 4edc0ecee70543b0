import { addSeconds } from '../../platform/time/clock.js';

/** What became of a message that a device had accepted. */
export interface SentMessage {
  acceptedAt: Date;
  deliveredAt: Date | null;
  failedAt: Date | null;
}

export interface JudgementRules {
  /** A message without acknowledgement counts against its device once it is this old. */
  ackExpectedSeconds: number;
  /** If so many of those follow its last acknowledgement, the device is taken for dead. */
  watchdogMessages: number;
}

/** One part of a score: what was measured, and what it multiplies the score by. */
export interface Reason {
  factor: 'delivery_share' | 'ack_seconds' | 'unheard' | 'failures';
  /** Null where there is nothing to measure yet. */
  value: number | null;
  effect: number;
}

export interface Judgement {
  /** 0 to 1, the product of its reasons' effects. */
  score: number;
  why: readonly Reason[];
  outcomes: {
    delivered: number;
    failed: number;
    /** Old enough to have been acknowledged, and were not. */
    unacknowledged: number;
    /** Too young to say. */
    waiting: number;
  };
  /** When the last acknowledgement came in, a failure as well. */
  heardAt: Date | null;
  /** Messages accepted since then that should have been acknowledged by now. */
  unheard: number;
  /** There are so many of them that the device is taken for dead. */
  isSilent: boolean;
}

/** What a device is taken for before it has shown anything, and how many messages that opinion is worth. */
const PRIOR_SHARE = 0.9;
const PRIOR_MESSAGES = 3;
/** A message counts this much less than the next newer one. */
const FADING = 0.95;
/** Acknowledgements up to here are quick; at what is expected and beyond, they halve the score. */
const QUICK_SECONDS = 5;

/** Of a device that has delivered nothing yet, or whose gateway never says. */
export const NEUTRAL: Judgement = {
  score: PRIOR_SHARE,
  why: [],
  outcomes: { delivered: 0, failed: 0, unacknowledged: 0, waiting: 0 },
  heardAt: null,
  unheard: 0,
  isSilent: false,
};

/** Judges a device by its last messages, newest first: by what arrived, not by what its gateway says of itself. */
export function judgeDevice(messages: readonly SentMessage[], rules: JudgementRules, now: Date): Judgement {
  const dueBefore = addSeconds(now, -rules.ackExpectedSeconds);
  const isDue = ({ acceptedAt }: SentMessage) => acceptedAt <= dueBefore;
  const judged = messages.filter((message) => isAnswered(message) || isDue(message));
  const delivered = messages.filter(({ deliveredAt }) => deliveredAt);
  const failed = messages.filter(({ deliveredAt, failedAt }) => !deliveredAt && failedAt);
  const heardAt = heardAtOf(messages);
  const unheard = messages.filter(
    (message) => !isAnswered(message) && isDue(message) && (!heardAt || message.acceptedAt > heardAt),
  ).length;
  const why: Reason[] = [
    { factor: 'delivery_share', ...deliveryShare(judged) },
    { factor: 'ack_seconds', ...ackSeconds(delivered, rules.ackExpectedSeconds) },
    { factor: 'unheard', value: unheard, effect: 1 - Math.min(1, unheard / (rules.watchdogMessages + 1)) },
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
    heardAt,
    unheard,
    isSilent: unheard >= rules.watchdogMessages,
  };
}

/**
 * When a silent device may try one message again: after the cooldown, then each time after twice as long, since every
 * try that fails is somebody's code.
 */
export function nextTrialAt(degradedSince: Date, trials: number, cooldownSeconds: number): Date {
  const doubled = Math.min(trials + 1, TRIAL_DOUBLINGS_MAX);
  const rest = trials + 1 - doubled;
  return addSeconds(degradedSince, cooldownSeconds * (2 ** doubled - 1 + rest * 2 ** (doubled - 1)));
}

/** From then on the pauses stay as long as the last one. */
const TRIAL_DOUBLINGS_MAX = 12;

/** A failure is an answer too: the device is alive. */
const isAnswered = ({ deliveredAt, failedAt }: SentMessage) => deliveredAt !== null || failedAt !== null;

function heardAtOf(messages: readonly SentMessage[]): Date | null {
  return messages
    .flatMap(({ deliveredAt, failedAt }) => [deliveredAt, failedAt])
    .reduce((last, at) => (at && (!last || at > last) ? at : last), null);
}

/**
 * Whether a degraded device has been heard since. Its last acknowledgement before that is older than an acknowledgement
 * may take, so small differences between the instances' clocks do not switch the device back and forth.
 */
export function isHeardSince({ heardAt }: Judgement, degradedSince: Date, rules: JudgementRules): boolean {
  return heardAt !== null && heardAt > addSeconds(degradedSince, -rules.ackExpectedSeconds);
}

/** `effect` is smoothed: the newest messages count most, but a single one does not decide. */
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
