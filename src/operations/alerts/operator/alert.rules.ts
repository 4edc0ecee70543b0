/** An alert that has not ended. */
export interface OpenAlert {
  id: number;
  key: string;
  /** When its cause was first seen. */
  since: Date;
  /** When an instance last saw it. */
  seenAt: Date;
  /** When it had held long enough to be told; null: not yet. */
  begunAt: Date | null;
}

/** What an instance remembers of its looks at a source, since they last failed. */
export interface Memory {
  since: Date;
  /** What the last look saw. */
  saw: ReadonlySet<string>;
}

export interface Patience {
  /** A cause must hold for so long before it is told. */
  beginSeconds: number;
  /** A cause must be gone for so long before its end is told; 0: each look is a finding. */
  holdSeconds: number;
  /** Whoever saw a cause sees it again within so long, unless its process has died. */
  gapSeconds: number;
}

export interface Situation {
  at: Date;
  /** The keys of what is the case, as this instance sees it. */
  sighted: ReadonlySet<string>;
  /** What is known of the same kinds, whoever found it. */
  open: readonly OpenAlert[];
  memory: Memory | undefined;
}

export type AlertStep =
  /** It is new: note it, and tell of it at once where `begins`. */
  | { step: 'open'; key: string; begins: boolean }
  /** It is the case again, but was not all the time: its time counts from now. */
  | { step: 'restart'; alert: OpenAlert }
  | { step: 'keep'; alert: OpenAlert }
  /** It has held: tell of it. */
  | { step: 'begin'; alert: OpenAlert }
  /** It has not held, and nobody was told. */
  | { step: 'drop'; alert: OpenAlert }
  /** It is over: tell of that. */
  | { step: 'end'; alert: OpenAlert };

/** So many times within holdSeconds is a cause that lasts written down anew. */
const KEPT_TIMES = 4;

/**
 * What an instance does about what it sees. A cause is there as long as any instance sees it: each may see another part of
 * the network. It is gone when nobody has seen it for a while, and the one that says so has looked for as long.
 */
export function decide(situation: Situation, patience: Patience): AlertStep[] {
  const { sighted, open } = situation;
  const known = new Set(open.map(({ key }) => key));
  const begins = patience.beginSeconds === 0;
  return [
    ...[...sighted].filter((key) => !known.has(key)).map((key) => ({ step: 'open', key, begins }) as const),
    ...open.flatMap((alert) => (sighted.has(alert.key) ? whenSeen : whenNotSeen)(alert, situation, patience)),
  ];
}

function whenSeen(alert: OpenAlert, { at }: Situation, patience: Patience): AlertStep[] {
  const { beginSeconds, holdSeconds, gapSeconds } = patience;
  const unseen = secondsBetween(alert.seenAt, at);
  if (alert.begunAt) return unseen * KEPT_TIMES >= holdSeconds ? [{ step: 'keep', alert }] : [];
  if (unseen > gapSeconds) return [{ step: 'restart', alert }];
  return [{ step: secondsBetween(alert.since, at) >= beginSeconds ? 'begin' : 'keep', alert }];
}

function whenNotSeen(alert: OpenAlert, situation: Situation, patience: Patience): AlertStep[] {
  const { at, memory } = situation;
  const { holdSeconds, gapSeconds } = patience;
  const unseen = secondsBetween(alert.seenAt, at);
  if (!alert.begunAt) {
    const wasOurs = memory?.saw.has(alert.key) ?? false;
    return wasOurs || unseen > gapSeconds ? [{ step: 'drop', alert }] : [];
  }
  const looked = memory ? secondsBetween(memory.since, at) : 0;
  return unseen >= holdSeconds && looked >= holdSeconds ? [{ step: 'end', alert }] : [];
}

const secondsBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000;
