import type { DayMessage } from '../history/index.js';
import { prefixOf } from '../platform/text/phone.rules.js';
import { latencyOf } from './delivery-time.rules.js';

/** How messages are added up, free of database and framework. */

/** By what messages are told apart; `all`: by nothing but the hour. */
export const PARTS = ['all', 'key', 'device', 'prefix', 'reason', 'latency'] as const;
export type Facet = (typeof PARTS)[number];

/** In the place of an account: all of them together. */
export const ALL_ACCOUNTS = 0;
/** What has no value of its own, or is one of too many. */
export const OTHERS = '';
/** Values of one part that a day tells apart: the most frequent ones. */
export const VALUES_MAX = 200;

export const OUTCOMES = ['sent', 'delivered', 'failed', 'converted'] as const;
/** Messages by their present status, and how many codes were shown. */
export type Tally = Record<(typeof OUTCOMES)[number], number>;

/** Of one hour, or of the whole day where there is none. */
export interface Cell extends Tally {
  part: Facet;
  hour: number | null;
  value: string;
}

export const nothing = (): Tally => ({ sent: 0, delivered: 0, failed: 0, converted: 0 });

export function addTo(to: Tally, more: Tally): void {
  for (const outcome of OUTCOMES) to[outcome] += more[outcome];
}

const sizeOf = ({ sent, delivered, failed }: Tally) => sent + delivered + failed;
export const keyOf = ({ part, hour, value }: Pick<Cell, 'part' | 'hour' | 'value'>) =>
  `${part} ${hour ?? 'day'} ${value}`;

/** An account's messages of one mode and local day, one after the other. */
export class Fold {
  readonly total = nothing();
  /** How many were added, pending ones too. */
  size = 0;
  private readonly byKey = new Map<string, Cell>();

  constructor(
    private readonly hourOf: (at: Date) => number,
    /** Whether the hours of each part are wanted too, and not only those of all. */
    private readonly isDetailed: boolean,
  ) {}

  add(message: DayMessage): void {
    this.size++;
    const tally = tallyOf(message);
    addTo(this.total, tally);
    const hour = this.hourOf(message.createdAt);
    for (const [part, value, adds] of valuesOf(message, tally)) {
      if (part === 'all' || this.isDetailed) this.count({ part, hour, value }, adds);
      if (part !== 'all') this.count({ part, hour: null, value }, adds);
    }
  }

  /** Those of too many values together under {@link OTHERS}. */
  cells(): Cell[] {
    const kept = new Map(PARTS.map((part) => [part, this.mostFrequent(part)]));
    const cells = new Map<string, Cell>();
    for (const cell of this.byKey.values()) {
      const isKept = cell.part === 'all' || kept.get(cell.part)?.has(cell.value);
      countInto(cells, isKept ? cell : { ...cell, value: OTHERS }, cell);
    }
    return [...cells.values()];
  }

  private mostFrequent(part: Facet): Set<string> {
    const values = [...this.byKey.values()].filter((cell) => cell.part === part && cell.hour === null);
    const sorted = values.sort(
      (one, other) => sizeOf(other) - sizeOf(one) || (one.value < other.value ? -1 : 1),
    );
    return new Set(sorted.slice(0, VALUES_MAX).map(({ value }) => value));
  }

  private count(place: Pick<Cell, 'part' | 'hour' | 'value'>, adds: Tally): void {
    countInto(this.byKey, place, adds);
  }
}

function countInto(
  cells: Map<string, Cell>,
  { part, hour, value }: Pick<Cell, 'part' | 'hour' | 'value'>,
  adds: Tally,
): void {
  const key = keyOf({ part, hour, value });
  const cell = cells.get(key) ?? { part, hour, value, ...nothing() };
  addTo(cell, adds);
  cells.set(key, cell);
}

/** A pending message is in no status that counts; its code may have been shown all the same. */
function tallyOf({ status, isConverted }: DayMessage): Tally {
  const tally = nothing();
  if (status !== 'pending') tally[status] = 1;
  if (isConverted) tally.converted = 1;
  return tally;
}

function valuesOf(message: DayMessage, tally: Tally): [Facet, string, Tally][] {
  const { status, apiKeyId, deviceId, failureReason, head, createdAt, deliveredAt } = message;
  if (status === 'pending' && !message.isConverted) return [];
  const values: [Facet, string, Tally][] = [
    ['all', '', tally],
    ['key', String(apiKeyId), tally],
    ['device', deviceId === null ? OTHERS : String(deviceId), tally],
    ['prefix', prefixOf(head) ?? OTHERS, tally],
  ];
  if (status === 'failed') values.push(['reason', failureReason ?? 'unknown', tally]);
  if (status === 'delivered' && deliveredAt)
    values.push(['latency', latencyOf((deliveredAt.getTime() - createdAt.getTime()) / 1000), tally]);
  return values;
}

/** What has to be added to cells, so that they become others. */
export function changesBetween(before: readonly Cell[], after: readonly Cell[]): Cell[] {
  const changes = new Map<string, Cell>();
  for (const cell of before) {
    const { sent, delivered, failed, converted } = cell;
    countInto(changes, cell, { sent: -sent, delivered: -delivered, failed: -failed, converted: -converted });
  }
  for (const cell of after) countInto(changes, cell, cell);
  return [...changes.values()].filter((cell) => OUTCOMES.some((outcome) => cell[outcome] !== 0));
}
