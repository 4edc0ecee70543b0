import { type Cost, type CostTable, rupiahOf } from '../cost.rules.js';

export const MARGIN_GROUPS = ['account', 'channel', 'device', 'month'] as const;
export type MarginGrouping = (typeof MARGIN_GROUPS)[number];

export interface MarginPeriod {
  from: string;
  to: string;
}

/** Splits a range of days wherever a month, a cost or a rate begins. */
export function periodsOf(from: string, to: string, { days }: Pick<CostTable, 'days'>): MarginPeriod[] {
  const starts = new Set([
    from,
    ...[...days, ...monthsAfter(from, to)].filter((day) => day > from && day <= to),
  ]);
  const sorted = [...starts].sort();
  return sorted.map((start, at) => {
    const next = sorted[at + 1];
    return { from: start, to: next === undefined ? to : dayBefore(next) };
  });
}

function monthsAfter(from: string, to: string): string[] {
  const months: string[] = [];
  const at = new Date(`${from.slice(0, 7)}-01T00:00:00Z`);
  for (;;) {
    at.setUTCMonth(at.getUTCMonth() + 1);
    const first = at.toISOString().slice(0, 10);
    if (first > to) return months;
    months.push(first);
  }
}

function dayBefore(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - 1);
  return at.toISOString().slice(0, 10);
}

interface CurrencySum {
  micros: bigint;
  messages: number;
  withoutRate: number;
}

/** Sums messages and their costs. Only `figures` rounds the cost. */
export class MarginSum {
  private messages = 0;
  private unknown = 0;
  private knownRevenue = 0;
  private cost = 0n;
  private readonly currencies = new Map<string, CurrencySum>();
  revenue = 0;

  /** `cost` undefined: it is unknown. */
  add({ messages, revenue }: { messages: number; revenue: number }, cost: Cost | undefined): void {
    this.messages += messages;
    this.revenue += revenue;
    const rupiah = cost?.rupiah ?? null;
    if (rupiah === null) this.unknown += messages;
    else {
      this.knownRevenue += revenue;
      this.cost += rupiah;
    }
    if (!cost || cost.micros === 0n) return;
    const withoutRate = rupiah === null ? messages : 0;
    this.addCurrency(cost.currency, { micros: cost.micros, messages, withoutRate });
  }

  merge(other: MarginSum): void {
    this.messages += other.messages;
    this.revenue += other.revenue;
    this.unknown += other.unknown;
    this.knownRevenue += other.knownRevenue;
    this.cost += other.cost;
    for (const [currency, sum] of other.currencies) this.addCurrency(currency, sum);
  }

  private addCurrency(currency: string, { micros, messages, withoutRate }: CurrencySum): void {
    const sum = this.currencies.get(currency) ?? { micros: 0n, messages: 0, withoutRate: 0 };
    sum.micros += micros;
    sum.messages += messages;
    sum.withoutRate += withoutRate;
    this.currencies.set(currency, sum);
  }

  get figures() {
    const cost = rupiahOf(this.cost);
    return {
      messages: this.messages,
      revenue: this.revenue,
      unknown_messages: this.unknown,
      known_revenue: this.knownRevenue,
      cost,
      margin: this.knownRevenue - cost,
      currencies: [...this.currencies].sort(([one], [other]) => (one < other ? -1 : 1)),
    };
  }
}
