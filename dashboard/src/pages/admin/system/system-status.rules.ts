import type { Schemas } from '../../../api/schemas';
import type { Tone } from '../../../components/tones';
import type { System } from './api';

/** Tolerance: an audit may take minutes, and instances start at different times. */
const BOOKS_GRACE_SECONDS = 900;

export type Level = Extract<Tone, 'good' | 'waiting' | 'attention' | 'broken'>;

export type FindingKind =
  | 'noDevice'
  | 'migrations'
  | 'books'
  | 'devicesOut'
  | 'devicesFailing'
  | 'devicesUnacknowledged'
  | 'devicesCoolingDown'
  | 'devicesAtLimit'
  | 'allAtLimit'
  | 'redis'
  | 'alerts'
  | 'alertsUnknown'
  | 'booksNever'
  | 'booksLate'
  | 'booksSoon'
  | 'booksNow'
  | 'webhooksHeld';

/** A problem. `count`: how many things of this kind have it, such as devices; 1 if there is only one such thing. */
export interface Finding {
  kind: FindingKind;
  level: Exclude<Level, 'good'>;
  count: number;
  /** When it ends, if known. */
  at?: string;
}

type Device = Schemas['DeviceView'];

/** Health of devices that can send. */
const ABLE: ReadonlySet<Device['health']> = new Set(['well', 'failing', 'degraded']);

/** From worst to best. */
const LEVELS: readonly Level[] = ['broken', 'attention', 'waiting', 'good'];

/**
 * Problems, worst first. An unknown state is a problem too. `openAlerts`: undefined if unknown.
 * `allCoolingDown`: no able device can be used now.
 */
export function findingsOf(
  system: System,
  openAlerts: number | undefined,
  now: Date,
  allCoolingDown: boolean,
): Finding[] {
  const { database, redis } = system;
  const all = [
    ...devicesOf(system.devices, allCoolingDown),
    finding('migrations', 'broken', database.migrations.pending),
    ...booksOf(system, now),
    finding('redis', 'attention', redis.state === 'down' ? 1 : 0),
    openAlerts === undefined
      ? finding('alertsUnknown', 'attention', 1)
      : finding('alerts', 'attention', openAlerts),
    finding('webhooksHeld', 'waiting', system.queues.webhook_deliveries_held),
  ];
  return all
    .filter(({ count }) => count > 0)
    .sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
}

/** Whether every able device is in cooldown; false if there are more devices than were loaded. */
export function areAllCoolingDown({ items, total }: Schemas['DevicePage']): boolean {
  const able = items.filter(({ state, health }) => state === 'active' && ABLE.has(health));
  return total <= items.length && able.length > 0 && able.every(({ rest }) => rest.level === 'out');
}

export const levelOf = (findings: readonly Finding[]): Level => findings[0]?.level ?? 'good';

const finding = (kind: FindingKind, level: Finding['level'], count: number): Finding => ({
  kind,
  level,
  count,
});

function devicesOf(devices: System['devices'], allCoolingDown: boolean): Finding[] {
  const {
    well,
    degraded,
    failing,
    restricted,
    disconnected,
    not_linked,
    template_blocked,
    resting,
    at_limit: atLimit,
  } = devices;
  if (well + degraded + failing === 0 || allCoolingDown) return [finding('noDevice', 'broken', 1)];
  if (failing > 0 && well + degraded === 0) return [finding('devicesFailing', 'broken', failing)];
  if (atLimit === well + degraded) return [finding('allAtLimit', 'broken', atLimit)];
  return [
    finding('devicesOut', 'attention', restricted + disconnected + not_linked + template_blocked),
    finding('devicesFailing', 'attention', failing),
    finding('devicesUnacknowledged', 'attention', degraded),
    finding('devicesCoolingDown', 'waiting', resting),
    finding('devicesAtLimit', 'waiting', atLimit),
  ];
}

function booksOf({ books, uptime_seconds: uptime }: System, now: Date): Finding[] {
  const { every_seconds: every, last_checked_at: last } = books;
  const broken = finding('books', 'broken', books.violations ?? 0);
  if (every === 0) return [broken, finding('booksNever', 'attention', 1)];
  const agoSeconds = last === null ? uptime : (now.getTime() - Date.parse(last)) / 1000;
  if (agoSeconds > every + BOOKS_GRACE_SECONDS) return [broken, finding('booksLate', 'attention', 1)];
  if (last !== null) return [broken];
  const { next_check_at: at } = books;
  return [at === null ? finding('booksNow', 'waiting', 1) : { ...finding('booksSoon', 'waiting', 1), at }];
}
