import { describe, expect, it } from 'vitest';
import type { System } from './api';
import { areAllCoolingDown, findingsOf, levelOf } from './system-status.rules';

const NOW = new Date('2026-03-01T12:00:00Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000).toISOString();

const WELL: System = {
  version: '0.1.0',
  node: 'v24.0.0',
  instance: 'sandi:1',
  started_at: ago(7200),
  uptime_seconds: 7200,
  memory: { rss_bytes: 1, heap_used_bytes: 1 },
  database: { engine: 'sqlite', version: '3', latency_ms: 1, migrations: { applied: 1, pending: 0 } },
  redis: { configured: false, state: 'unused' },
  queues: {
    webhook_events: 0,
    webhook_deliveries: 3,
    webhook_deliveries_held: 0,
    callbacks: 0,
    pending_messages: 1,
  },
  books: { every_seconds: 3600, last_checked_at: ago(1800), next_check_at: ago(-1800), violations: 0 },
  devices: {
    well: 7,
    degraded: 0,
    failing: 0,
    restricted: 0,
    disconnected: 0,
    not_linked: 0,
    template_blocked: 0,
    resting: 0,
    at_limit: 0,
    draining: 0,
    setup: 0,
  },
};

const statusOf = (changes: Partial<System>, openAlerts: number | undefined = 0, allCoolingDown = false) => {
  const findings = findingsOf({ ...WELL, ...changes }, openAlerts, NOW, allCoolingDown);
  return [levelOf(findings), ...findings.map(({ kind, count }) => `${kind} ${count}`)];
};

describe('the status of the service', () => {
  it('is good where nothing is wrong, even while something is under way', () => {
    expect(statusOf({})).toEqual(['good']);
  });

  it('is not good while most devices are out, deliveries are held up and the books were never checked', () => {
    const found = statusOf({
      devices: { ...WELL.devices, well: 1, disconnected: 4, restricted: 1, not_linked: 1 },
      queues: { ...WELL.queues, webhook_deliveries: 1185, webhook_deliveries_held: 1185 },
      books: { every_seconds: 0, last_checked_at: null, next_check_at: null, violations: null },
    });
    expect(found).toEqual(['attention', 'devicesOut 6', 'booksNever 1', 'webhooksHeld 1185']);
  });

  it('is broken where nothing can be sent, and says that first', () => {
    const devices = { ...WELL.devices, well: 0, disconnected: 7 };
    expect(statusOf({ devices, redis: { configured: true, state: 'down' } })).toEqual([
      'broken',
      'noDevice 1',
      'redis 1',
    ]);
  });

  it('is broken where every device has used up what it may send, and waits where one of them has', () => {
    const devices = { ...WELL.devices, well: 2, degraded: 1 };
    expect(statusOf({ devices: { ...devices, at_limit: 3 } })).toEqual(['broken', 'allAtLimit 3']);
    expect(statusOf({ devices: { ...devices, degraded: 0, at_limit: 1 } })).toEqual([
      'waiting',
      'devicesAtLimit 1',
    ]);
  });

  it('is broken where no device accepts messages, and wants somebody where one of them does not', () => {
    const devices = { ...WELL.devices, well: 0, failing: 2 };
    expect(statusOf({ devices })).toEqual(['broken', 'devicesFailing 2']);
    expect(statusOf({ devices: { ...devices, well: 1 } })).toEqual(['attention', 'devicesFailing 2']);
  });

  it('waits for the first check of the books no longer than it may take', () => {
    const soon = ago(-60);
    const books = { every_seconds: 3600, last_checked_at: null, next_check_at: soon, violations: null };
    expect(findingsOf({ ...WELL, books, uptime_seconds: 60 }, 0, NOW, false)).toEqual([
      { kind: 'booksSoon', level: 'waiting', count: 1, at: soon },
    ]);
    expect(statusOf({ books: { ...books, next_check_at: null }, uptime_seconds: 60 })).toEqual([
      'waiting',
      'booksNow 1',
    ]);
    expect(statusOf({ books, uptime_seconds: 7200 })).toEqual(['attention', 'booksLate 1']);
    const old = { ...books, last_checked_at: ago(7200), violations: 0 };
    expect(statusOf({ books: old })).toEqual(['attention', 'booksLate 1']);
    expect(statusOf({ books: { ...old, violations: 2 } })).toEqual(['broken', 'books 2', 'booksLate 1']);
  });

  it('counts open alerts, and is not good while their number is unknown', () => {
    expect(statusOf({}, 2)).toEqual(['attention', 'alerts 2']);
    expect(findingsOf(WELL, undefined, NOW, false)).toMatchObject([
      { kind: 'alertsUnknown', level: 'attention' },
    ]);
  });
});

describe('devices', () => {
  const device = (part: object) => ({ state: 'active', health: 'well', rest: { level: 'none' }, ...part });
  const rest = (items: object[], total = items.length) =>
    areAllCoolingDown({ items, total } as unknown as Parameters<typeof areAllCoolingDown>[0]);
  const OUT = { rest: { level: 'out' } };

  it('all rest when none that could take a message is tried', () => {
    expect(rest([device(OUT), device({ ...OUT, health: 'degraded' }), device({ state: 'draining' })])).toBe(
      true,
    );
    expect(rest([device(OUT), device({})])).toBe(false);
    expect(rest([device({ ...OUT, health: 'disconnected' })])).toBe(false);
    expect(rest([device(OUT)], 25)).toBe(false);
    expect(statusOf({}, 0, true)).toEqual(['broken', 'noDevice 1']);
  });
});
