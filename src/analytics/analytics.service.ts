import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { ApiKeysService } from '../api-keys/index.js';
import { DevicesService } from '../gateway/index.js';
import { pendingByDay } from '../history/index.js';
import { ApiKeyUsage } from '../otp/index.js';
import { Database } from '../platform/database/index.js';
import { DEFAULT_CHANNEL, isChannel } from '../platform/text/channel.js';
import type { FailureReason } from '../platform/text/failure-reason.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import type { AdminAnalytics, Analytics, KeyUsageView } from './analytics.dto.js';
import type { AnalyticsHour } from './analytics.entities.js';
import { AnalyticsReader, type FacetCounts, type Scope, type Span } from './analytics.reader.js';
import { latencySteps, quantile } from './delivery-time.rules.js';
import {
  addTo,
  ALL_ACCOUNTS,
  CellSums,
  type Counts,
  type Facet,
  OTHERS,
  OUTCOMES,
  zeroCounts,
} from './rollup.rules.js';
import { freshness, lastHours, startOfHour, weekdayOf, type WindowName, WINDOWS } from './window.rules.js';

/** Rows of one list; the rest is summed up in one row. */
const ROWS_MAX = 50;

@Injectable()
export class AnalyticsService {
  constructor(
    private readonly reader: AnalyticsReader,
    private readonly keys: ApiKeysService,
    private readonly devices: DevicesService,
    private readonly database: Database,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  async of(scope: Scope, window: WindowName): Promise<Analytics> {
    const { analytics } = await this.read(scope, window, ['key', 'channel', 'prefix', 'reason', 'latency']);
    return analytics;
  }

  /** Includes devices, which accounts do not see. */
  async forAdmin(scope: Scope, window: WindowName): Promise<AdminAnalytics> {
    const parts: Facet[] = ['channel', 'prefix', 'reason', 'latency', 'device'];
    if (scope.userId !== ALL_ACCOUNTS) parts.push('key');
    const { analytics, counts } = await this.read(scope, window, parts);
    const devices = mostFirst(counts, 'device');
    const names = await this.devices.namesOf(idsOf(devices));
    return {
      ...analytics,
      devices: devices.map(({ part: _, value, ...row }) => ({
        ...row,
        device_id: value === OTHERS ? null : Number(value),
        name: names.get(Number(value)) ?? null,
      })),
    };
  }

  /** How much of their daily cap an account's keys have used today. */
  async keyUsage(userId: number): Promise<KeyUsageView[]> {
    const capped = await this.keys.capped(userId);
    if (capped.length === 0) return [];
    const uses = await this.database.read.findBy(ApiKeyUsage, {
      apiKeyId: In([...new Set(capped.map(({ rootKeyId }) => rootKeyId))]),
      day: this.calendar.day(this.clock.now()),
    });
    const sends = new Map(uses.map((use) => [use.apiKeyId, use.sends]));
    return capped.map(({ id, rootKeyId, dailyCap }) => ({
      api_key_id: id,
      daily_cap: dailyCap,
      used_today: sends.get(rootKeyId) ?? 0,
    }));
  }

  private async read(scope: Scope, window: WindowName, parts: Facet[]) {
    const now = this.clock.now();
    const days = this.calendar.lastDays(now, WINDOWS[window]);
    const [from, to] = [days[0] ?? '', days.at(-1) ?? ''];
    const endingWith = window === '24h' ? this.calendar.hour(now) : undefined;
    const span: Span = { from, to, endingWith };
    const [hours, counts, fresh, pending] = await Promise.all([
      this.reader.hours(scope, span),
      this.reader.parts(scope, span, parts),
      this.freshness(scope, days, now),
      pendingByDay(this.database.read, ownerOf(scope)),
    ]);
    const series = this.series(days, hours, span);
    const totals = zeroCounts();
    for (const point of series.points) addTo(totals, point);
    const latencies = new Map(
      counts.filter(({ part }) => part === 'latency').map(({ value, delivered }) => [value, delivered]),
    );
    const analytics: Analytics = {
      window,
      from,
      to,
      ...this.calendar.fields('as_of', fresh.asOf),
      days_missing: fresh.missing,
      pending: pending.reduce((sum, { day, count }) => sum + (day >= from ? count : 0), 0),
      totals,
      delivery_time: deliveryTime(latencies),
      series: series.points,
      hours: hoursOfWeek(series.counted),
      keys: await this.keysOf(scope, mostFirst(counts, 'key')),
      channels: channelsOf(counts),
      prefixes: mostFirst(counts, 'prefix').map(({ part: _, value, ...row }) => ({
        ...row,
        prefix: value || null,
      })),
      reasons: mostFirst(counts, 'reason').map(({ value, failed }) => ({
        reason: (value || 'unknown') as FailureReason,
        failed,
      })),
    };
    return { analytics, counts };
  }

  /** The hours within the span, and the points of the chart. */
  private series(days: readonly string[], hours: readonly AnalyticsHour[], { from, to, endingWith }: Span) {
    const slots = endingWith === undefined ? days : lastHours(from, to, endingWith);
    const points = new Map(slots.map((at) => [at, { at, ...zeroCounts() }]));
    const counted = hours.filter((row) => {
      const point = points.get(endingWith === undefined ? row.day : startOfHour(row.day, row.hour));
      if (point) addTo(point, row);
      return point !== undefined;
    });
    return { points: [...points.values()], counted };
  }

  private async freshness(scope: Scope, days: readonly string[], now: Date) {
    const { userId } = scope;
    const [yesterday = '', today = ''] = days.slice(-2);
    const asked = userId === ALL_ACCOUNTS ? [yesterday, today] : days;
    const [behind, progress] = await Promise.all([
      this.reader.behind(scope, asked),
      this.reader.progress(days[0] ?? '', today),
    ]);
    return {
      asOf: freshness(
        behind.filter(({ day }) => day >= yesterday),
        { now, rolledUpAt: progress.rolledUpAt, startOf: (day) => this.calendar.startOf(day) },
      ),
      missing:
        userId === ALL_ACCOUNTS
          ? days.length - 1 - progress.days
          : behind.filter(({ day, hasNew }) => hasNew && day < today).length,
    };
  }

  private async keysOf({ userId }: Scope, rows: readonly FacetCounts[]): Promise<Analytics['keys']> {
    const names = await this.keys.namesOf(userId, idsOf(rows));
    return rows.map(({ part: _, value, ...row }) => {
      const key = names.get(Number(value));
      return {
        ...row,
        api_key_id: value === OTHERS ? null : Number(value),
        name: key?.name ?? null,
        last4: key?.last4 ?? null,
        deleted: (key?.deletedAt ?? null) !== null,
      };
    });
  }
}

const ownerOf = ({ userId, livemode }: Scope) =>
  userId === ALL_ACCOUNTS ? { livemode } : { userId, livemode };

const idsOf = (rows: readonly FacetCounts[]) =>
  rows.flatMap(({ value }) => (value === OTHERS ? [] : Number(value)));

const sizeOf = ({ sent, delivered, failed, converted }: Counts) => sent + delivered + failed || converted;

/** The values of a facet that have any count: at most {@link ROWS_MAX}, and the rest in one row. */
function mostFirst(counts: readonly FacetCounts[], part: Facet): FacetCounts[] {
  const found = counts
    .filter((row) => row.part === part && OUTCOMES.some((outcome) => row[outcome] > 0))
    .sort((one, other) => sizeOf(other) - sizeOf(one) || (one.value < other.value ? -1 : 1));
  const named = found.filter(({ value }) => value !== OTHERS);
  const others = { part, value: OTHERS, ...zeroCounts() };
  for (const rest of [...found.filter(({ value }) => value === OTHERS), ...named.slice(ROWS_MAX)])
    addTo(others, rest);
  const shown = named.slice(0, ROWS_MAX);
  return OUTCOMES.some((outcome) => others[outcome] > 0) ? [...shown, others] : shown;
}

/**
 * Days that an earlier release added up have no channels: all their messages went by WhatsApp. Prefixes, which are read
 * by the same statement, tell how many there are.
 */
function channelsOf(counts: readonly FacetCounts[]): Analytics['channels'] {
  const earlier = { part: 'channel' as const, value: DEFAULT_CHANNEL, ...zeroCounts() };
  for (const row of counts) if (row.part === 'prefix') addTo(earlier, row);
  for (const row of counts)
    if (row.part === 'channel') for (const outcome of OUTCOMES) earlier[outcome] -= row[outcome];
  const sums = new CellSums();
  for (const row of [...counts, earlier]) if (row.part === 'channel') sums.add({ ...row, hour: null }, row);
  return mostFirst(sums.cells, 'channel').map(({ value, sent, delivered, failed, converted }) => ({
    channel: isChannel(value) ? value : DEFAULT_CHANNEL,
    ...{ sent, delivered, failed, converted },
  }));
}

function deliveryTime(counts: ReadonlyMap<string, number>): Analytics['delivery_time'] {
  const steps = latencySteps(counts);
  return {
    p50: quantile(steps, 0.5),
    p95: quantile(steps, 0.95),
    steps: steps.map(({ upTo, count }) => ({ up_to: upTo, count })),
  };
}

function hoursOfWeek(hours: readonly AnalyticsHour[]): Analytics['hours'] {
  const found = new Map<string, Analytics['hours'][number]>();
  for (const row of hours) {
    if (OUTCOMES.every((outcome) => row[outcome] === 0)) continue;
    const place = { weekday: weekdayOf(row.day), hour: row.hour };
    const key = `${place.weekday} ${place.hour}`;
    const sum = found.get(key) ?? { ...place, ...zeroCounts() };
    addTo(sum, row);
    found.set(key, sum);
  }
  return [...found.values()].sort((one, other) => one.weekday - other.weekday || one.hour - other.hour);
}
