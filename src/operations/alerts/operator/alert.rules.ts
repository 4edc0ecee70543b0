import type { OperatorAlert } from './operator-alert.entity.js';

/** An alert that has not ended. */
export interface OpenAlert extends Pick<OperatorAlert, 'id' | 'since' | 'seenAt' | 'begunAt'> {
  key: string;
}

/** The observations of an instance since its last failed one. */
export interface WatchMemory {
  since: Date;
  observedKeys: ReadonlySet<string>;
}

export interface AlertTiming {
  /** A condition must hold this long before the alert begins. */
  beginSeconds: number;
  /** A condition must be gone this long before the alert ends; 0: one observation is enough. */
  holdSeconds: number;
  /** An instance observes a condition again within this time, unless its process has died. */
  gapSeconds: number;
}

export interface AlertInput {
  at: Date;
  observedKeys: ReadonlySet<string>;
  /** Open alerts of the same kinds, from all instances. */
  open: readonly OpenAlert[];
  memory: WatchMemory | undefined;
}

export type AlertStep =
  /** New: store it, and notify at once if `begins`. */
  | { step: 'open'; key: string; begins: boolean }
  /** It holds again after a gap: restart its time. */
  | { step: 'restart'; alert: OpenAlert }
  | { step: 'keep'; alert: OpenAlert }
  /** It has held long enough: notify. */
  | { step: 'begin'; alert: OpenAlert }
  /** It did not hold long enough: delete it. */
  | { step: 'drop'; alert: OpenAlert }
  /** It has ended: notify. */
  | { step: 'end'; alert: OpenAlert };

/** `seenAt` of a lasting condition is stored this many times within holdSeconds. */
const KEPT_TIMES = 4;

/**
 * Decides the steps of one instance. A condition holds as long as any instance observes it, since each may see
 * another part of the network. An alert ends when no instance has observed the condition for holdSeconds and
 * this one has observed the source for as long.
 */
export function decide(situation: AlertInput, patience: AlertTiming): AlertStep[] {
  const { observedKeys: observed, open } = situation;
  const known = new Set(open.map(({ key }) => key));
  const begins = patience.beginSeconds === 0;
  return [
    ...[...observed].filter((key) => !known.has(key)).map((key) => ({ step: 'open', key, begins }) as const),
    ...open.flatMap((alert) =>
      (observed.has(alert.key) ? whenObserved : whenNotObserved)(alert, situation, patience),
    ),
  ];
}

function whenObserved(alert: OpenAlert, { at }: AlertInput, patience: AlertTiming): AlertStep[] {
  const { beginSeconds, holdSeconds, gapSeconds } = patience;
  const unseen = secondsBetween(alert.seenAt, at);
  if (alert.begunAt) return unseen * KEPT_TIMES >= holdSeconds ? [{ step: 'keep', alert }] : [];
  if (unseen > gapSeconds) return [{ step: 'restart', alert }];
  return [{ step: secondsBetween(alert.since, at) >= beginSeconds ? 'begin' : 'keep', alert }];
}

function whenNotObserved(alert: OpenAlert, situation: AlertInput, patience: AlertTiming): AlertStep[] {
  const { at, memory } = situation;
  const { holdSeconds, gapSeconds } = patience;
  const unseen = secondsBetween(alert.seenAt, at);
  if (!alert.begunAt) {
    const wasOurs = memory?.observedKeys.has(alert.key) ?? false;
    return wasOurs || unseen > gapSeconds ? [{ step: 'drop', alert }] : [];
  }
  const looked = memory ? secondsBetween(memory.since, at) : 0;
  return unseen >= holdSeconds && looked >= holdSeconds ? [{ step: 'end', alert }] : [];
}

const secondsBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000;
