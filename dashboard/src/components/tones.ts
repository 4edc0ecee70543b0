/** Tones of states and their colours, the same on every page. */
export const TONES = {
  /** Nothing to do. */
  good: 'teal',
  /** Wait: it continues automatically. */
  waiting: 'yellow',
  /** It works, but needs attention. */
  attention: 'orange',
  /** It does not work. */
  broken: 'red',
  /** Switched off on purpose. */
  off: 'gray',
} as const;

export type Tone = keyof typeof TONES;

/** Colours that distinguish kinds. Unlike tones, they have no good or bad meaning. */
export const MARKS = { plain: 'gray', special: 'violet' } as const;

/** For buttons that delete something. */
export const DANGER = 'red.9';

/** Every state that the API knows, with its tone. */
export const STATE_TONES = {
  message: { pending: 'waiting', sent: 'waiting', delivered: 'good', failed: 'broken' },
  attempt: { accepted: 'good', refused: 'broken', unknown: 'waiting' },
  recovery: { found: 'good', never_accepted: 'broken', expired: 'broken' },
  device: { setup: 'waiting', active: 'good', draining: 'off', disabled: 'off' },
  deviceHealth: {
    well: 'good',
    degraded: 'attention',
    restricted: 'broken',
    failing: 'broken',
    disconnected: 'broken',
    template_blocked: 'broken',
    not_linked: 'attention',
  },
  newChats: { none: 'good', first_warning: 'attention', second_warning: 'attention', capped: 'broken' },
  rest: { none: 'good', demoted: 'waiting', out: 'waiting' },
  pairing: { connected: 'good', scan: 'attention', passkey: 'attention', unavailable: 'waiting' },
  redis: { up: 'good', down: 'attention', unused: 'off' },
  alert: {
    device_disconnected: 'broken',
    device_restricted: 'broken',
    device_failing: 'broken',
    device_degraded: 'attention',
    template_blocked: 'broken',
    api_version_ending: 'attention',
    device_new_chats: 'attention',
    webhook_backlog: 'attention',
    pending_backlog: 'attention',
    callback_backlog: 'attention',
    sends_overloaded: 'broken',
    free_deliveries: 'attention',
    international_rate: 'attention',
    top_up_waiting: 'attention',
    payment_review: 'attention',
    payment_reversed: 'attention',
    numbers_probed: 'attention',
    fraud_detected: 'attention',
    closing_requested: 'attention',
    privacy_due: 'attention',
    mails_failing: 'broken',
    clock_wrong: 'broken',
    database_down: 'broken',
    books_broken: 'broken',
  },
  finding: {
    connected: 'good',
    restricted: 'attention',
    disconnected: 'broken',
    unusable: 'broken',
    unreachable: 'broken',
    unclear: 'attention',
  },
  deviceAlert: {
    disconnected: 'broken',
    restricted: 'broken',
    failing: 'broken',
    degraded: 'attention',
    template_blocked: 'broken',
    new_chats: 'attention',
    free_deliveries: 'attention',
  },
  alertState: { open: 'attention', ended: 'good' },
  notice: { pending: 'waiting', told: 'good', given_up: 'broken', withdrawn: 'off' },
  webhook: {
    untested: 'waiting',
    well: 'good',
    unreliable: 'attention',
    retrying: 'waiting',
    failing: 'attention',
    inactive: 'off',
    disabled: 'broken',
  },
  /** `retrying`: pending, and failed before. */
  delivery: { pending: 'waiting', retrying: 'attention', delivered: 'good', failed: 'broken' },
  invitation: { open: 'waiting', accepted: 'good', revoked: 'off', expired: 'off' },
  topUp: { open: 'waiting', confirmed: 'good', declined: 'broken', cancelled: 'off' },
  payment: { pending: 'waiting', paid: 'good', expired: 'off', failed: 'broken' },
  verification: { pending: 'waiting', approved: 'good', expired: 'off', failed: 'broken', cancelled: 'off' },
  privacyRequest: {
    open: 'attention',
    erasing: 'waiting',
    held: 'attention',
    completed: 'good',
    declined: 'off',
    lifted: 'off',
  },
  apiKey: { active: 'good', inactive: 'off', expired: 'broken' },
} as const satisfies Record<string, Readonly<Record<string, Tone>>>;
