/** What a state asks of whoever reads it, and the colour that says so on every page. */
export const TONES = {
  /** Nothing to do. */
  good: 'teal',
  /** It goes on by itself. */
  waiting: 'yellow',
  /** It works, and goes on badly unless somebody acts. */
  needsYou: 'orange',
  /** It does not work. */
  broken: 'red',
  /** Somebody wants it so. */
  off: 'gray',
} as const;

export type Tone = keyof typeof TONES;

/** Colours that tell kinds apart and say nothing of how a thing is: none of those above but the grey. */
export const MARKS = { plain: 'gray', special: 'violet' } as const;

/** Of a button that takes something away for good. */
export const DANGER = 'red.9';

/** Every state that the API knows, with its tone. */
export const STATE_TONES = {
  message: { pending: 'waiting', sent: 'waiting', delivered: 'good', failed: 'broken' },
  attempt: { accepted: 'good', refused: 'broken', unknown: 'waiting' },
  recovery: { found: 'good', never_accepted: 'broken', expired: 'broken' },
  device: { setup: 'waiting', active: 'good', draining: 'off', disabled: 'off' },
  deviceHealth: {
    well: 'good',
    degraded: 'needsYou',
    restricted: 'broken',
    failing: 'broken',
    disconnected: 'broken',
    not_linked: 'needsYou',
  },
  rest: { none: 'good', demoted: 'waiting', out: 'waiting' },
  pairing: { connected: 'good', scan: 'needsYou', unavailable: 'waiting' },
  redis: { up: 'good', down: 'needsYou', unused: 'off' },
  alert: {
    device_disconnected: 'broken',
    device_restricted: 'broken',
    device_failing: 'broken',
    device_degraded: 'needsYou',
    webhook_backlog: 'needsYou',
    pending_backlog: 'needsYou',
    callback_backlog: 'needsYou',
    sends_overloaded: 'broken',
    free_deliveries: 'needsYou',
    top_up_waiting: 'needsYou',
    numbers_probed: 'needsYou',
    mails_failing: 'broken',
    clock_wrong: 'broken',
    database_down: 'broken',
    books_broken: 'broken',
  },
  finding: {
    connected: 'good',
    restricted: 'needsYou',
    disconnected: 'broken',
    unusable: 'broken',
    unreachable: 'broken',
    unclear: 'needsYou',
  },
  deviceAlert: {
    disconnected: 'broken',
    restricted: 'broken',
    failing: 'broken',
    degraded: 'needsYou',
    free_deliveries: 'needsYou',
  },
  alertState: { open: 'needsYou', ended: 'good' },
  notice: { pending: 'waiting', told: 'good', given_up: 'broken', withdrawn: 'off' },
  webhook: {
    untested: 'waiting',
    well: 'good',
    unreliable: 'needsYou',
    retrying: 'waiting',
    failing: 'needsYou',
    inactive: 'off',
    disabled: 'broken',
  },
  /** `retrying`: pending, and failed before. */
  delivery: { pending: 'waiting', retrying: 'needsYou', delivered: 'good', failed: 'broken' },
  invitation: { open: 'waiting', accepted: 'good', revoked: 'off', expired: 'off' },
  topUp: { open: 'waiting', confirmed: 'good', declined: 'broken' },
  apiKey: { active: 'good', inactive: 'off', expired: 'broken' },
} as const satisfies Record<string, Readonly<Record<string, Tone>>>;
