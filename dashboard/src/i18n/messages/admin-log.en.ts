import type { TranslationOf } from './shape';

export const filters = {
  apply: 'Apply',
  clear: 'Clear the filters',
} satisfies TranslationOf<'admin'>['filters'];

export const missing = {
  title: 'Not found',
  text: 'Nothing has this number. It may have been deleted, or the address is wrong.',
} satisfies TranslationOf<'admin'>['missing'];

export const messages = {
  title: 'Messages',
  description: 'Messages of all accounts, newest first. Recipients are masked.',
  status: 'Status',
  anyStatus: 'Any status',
  userId: 'User id',
  empty: 'No messages yet',
  emptyText: 'OTPs that are sent through this service appear here.',
  noMatch: 'Nothing matches',
  noMatchText: 'There is no message with these filters.',
  columns: {
    message: 'Message',
    time: 'Time',
    user: 'Account',
    recipient: 'Recipient',
    status: 'Status',
    device: 'Device',
    credit: 'Credit',
  },
} satisfies TranslationOf<'admin'>['messages'];

export const message = {
  title: 'Message {id}',
  back: 'All messages',
  story: 'Journey',
  facts: 'Details',
  attempts: 'Devices tried',
  noAttempts: 'No device has been tried yet.',
  error: 'Error',
  device: 'Device {id}',
  outcomes: { accepted: 'Accepted', refused: 'Refused', unknown: 'Unknown' },
  status: 'Status',
  recipient: 'Recipient',
  brand: 'Company name',
  mode: 'Mode',
  credit: 'Credit',
  created: 'Created',
  reference: 'Reference',
  gatewayId: 'Id at the gateway',
} satisfies TranslationOf<'admin'>['message'];

export const audit = {
  title: 'Audit log',
  description: 'Who changed what and when. Lines are only ever added.',
  action: 'Action',
  anyAction: 'Any action',
  actor: 'Administrator id',
  target: 'Target, for example user:7',
  empty: 'Nothing noted yet',
  emptyText: 'Changes by administrators are noted here.',
  noMatch: 'Nothing matches',
  noMatchText: 'There is no line with these filters.',
  columns: {
    time: 'Time',
    actor: 'Administrator',
    action: 'Action',
    target: 'Target',
    detail: 'Detail',
  },
  you: 'You',
  userId: 'User {id}',
  deviceId: 'Device {id}',
  actions: {
    credit_topup: 'Balance topped up',
    credit_adjust: 'Balance adjusted',
    user_suspend: 'User suspended',
    user_resume: 'User reactivated',
    user_role: 'Role changed',
    device_create: 'Device added',
    device_update: 'Device changed',
    device_resume: 'Device used again',
    device_delete: 'Device deleted',
    device_pair: 'QR code of a device shown',
  },
} satisfies TranslationOf<'admin'>['audit'];

export const system = {
  title: 'System',
  description: 'How the service is doing, refreshed every {seconds, number} seconds.',
  allWell: 'All is well',
  attention: 'Needs attention',
  problems: {
    migrations:
      '{count, plural, one {# migration has not been applied by this instance.} other {# migrations have not been applied by this instance.}}',
    redis: 'Redis cannot be reached: limits count per instance.',
    books: '{count, plural, one {# rule of the books is broken.} other {# rules of the books are broken.}}',
    noDevice: 'No device is available: no OTP can be sent.',
  },
  service: {
    title: 'Service',
    version: 'Version',
    node: 'Node.js',
    instance: 'Instance',
    started: 'Started',
    uptime: 'Up for',
    memory: 'Memory',
    heap: 'Heap in use',
  },
  megabytes: '{value, number} MB',
  database: {
    title: 'Database',
    engine: 'Engine',
    version: 'Version',
    latency: 'Latency',
    migrations: 'Migrations',
    applied: '{applied, number} applied',
    pending: '{pending, number} pending',
  },
  redis: {
    title: 'Redis',
    up: 'Connected',
    down: 'Disconnected',
    unused: 'Not in use',
    text: {
      up: 'All instances count limits together.',
      down: 'For now each instance counts limits for itself.',
      unused: 'Each instance counts limits for itself, which is right for a single one.',
    },
  },
  queues: {
    title: 'Queues',
    webhook_events: 'Webhook events',
    webhook_deliveries: 'Webhook deliveries',
    callbacks: 'Callbacks waiting for their message',
    pending_messages: 'Messages without an outcome',
  },
  books: {
    title: 'Books',
    checked: 'Checked',
    never: 'Not yet by this instance',
    result: 'Result',
    balanced: 'Balanced',
    violations: '{count, plural, one {# violation} other {# violations}}',
    unknown: 'Not known yet',
  },
  devices: { title: 'Devices', manage: 'Manage devices', none: 'No device takes part.' },
} satisfies TranslationOf<'admin'>['system'];
