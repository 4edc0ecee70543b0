/** How rows of a rollup are counted, free of database and framework. */

/** The columns that messages are grouped by; `all`: by hour alone. */
export const FACETS = ['all', 'key', 'device', 'channel', 'prefix', 'reason', 'latency'] as const;
export type Facet = (typeof FACETS)[number];

/** The user id of the rows that sum up all accounts. */
export const ALL_ACCOUNTS = 0;
/** The value of messages without one, and of all values beyond {@link VALUES_MAX}. */
export const OTHERS = '';
/** A day keeps this many values of a facet: the most frequent ones. */
export const VALUES_MAX = 200;

export const OUTCOMES = ['sent', 'delivered', 'failed', 'converted'] as const;
/** Messages by their present status, and how many codes were checked and right. */
export type Counts = Record<(typeof OUTCOMES)[number], number>;

/** The counts of one value of a facet in one hour, or on the whole day where `hour` is null. */
export interface RollupCell extends Counts {
  part: Facet;
  hour: number | null;
  value: string;
}

type CellKey = Pick<RollupCell, 'part' | 'hour' | 'value'>;

export const zeroCounts = (): Counts => ({ sent: 0, delivered: 0, failed: 0, converted: 0 });

/** Of sums, which some databases return as texts. */
export const countsOf = ({
  sent,
  delivered,
  failed,
  converted,
}: Record<keyof Counts, number | string>): Counts => ({
  sent: Number(sent),
  delivered: Number(delivered),
  failed: Number(failed),
  converted: Number(converted),
});

export function addTo(to: Counts, more: Counts): void {
  for (const outcome of OUTCOMES) to[outcome] += more[outcome];
}

export const keyOf = ({ part, hour, value }: CellKey) => `${part} ${hour ?? 'day'} ${value}`;

export class CellSums {
  private readonly byKey = new Map<string, RollupCell>();

  add({ part, hour, value }: CellKey, counts: Counts): void {
    const key = keyOf({ part, hour, value });
    const cell = this.byKey.get(key) ?? { part, hour, value, ...zeroCounts() };
    addTo(cell, counts);
    this.byKey.set(key, cell);
  }

  get cells(): RollupCell[] {
    return [...this.byKey.values()];
  }
}

/**
 * The cells of a day, from those of its hours: `all` by hour, the other facets by day, and by hour too where `isDetailed`.
 * Values beyond {@link VALUES_MAX} are summed under {@link OTHERS}.
 */
export function dayCells(hours: readonly RollupCell[], isDetailed: boolean): RollupCell[] {
  const ofDay = new CellSums();
  for (const cell of hours) ofDay.add({ ...cell, hour: null }, cell);
  const kept = new Set(FACETS.flatMap((part) => mostFrequent(ofDay.cells, part)).map(keyOf));
  const sums = new CellSums();
  for (const cell of hours) {
    const value = kept.has(keyOf({ ...cell, hour: null })) ? cell.value : OTHERS;
    if (cell.part === 'all' || isDetailed) sums.add({ ...cell, value }, cell);
    if (cell.part !== 'all') sums.add({ ...cell, value, hour: null }, cell);
  }
  return sums.cells;
}

function mostFrequent(cells: readonly RollupCell[], part: Facet): RollupCell[] {
  const sizeOf = ({ sent, delivered, failed }: Counts) => sent + delivered + failed;
  return cells
    .filter((cell) => cell.part === part)
    .sort((one, other) => sizeOf(other) - sizeOf(one) || (one.value < other.value ? -1 : 1))
    .slice(0, VALUES_MAX);
}

/** What to add to the cells `before`, so that they become `after`. */
export function changesBetween(before: readonly RollupCell[], after: readonly RollupCell[]): RollupCell[] {
  const changes = new CellSums();
  for (const cell of before) {
    const { sent, delivered, failed, converted } = cell;
    changes.add(cell, { sent: -sent, delivered: -delivered, failed: -failed, converted: -converted });
  }
  for (const cell of after) changes.add(cell, cell);
  return changes.cells.filter((cell) => OUTCOMES.some((outcome) => cell[outcome] !== 0));
}
