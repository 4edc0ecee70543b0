import type { TranslationOf } from './shape';

export const filters = {
  apply: 'Apply',
  account: 'Name or email',
  noAccount: 'There is no account of this name.',
  unusable: 'This cannot be used as a filter.',
} satisfies TranslationOf<'admin'>['filters'];

export const missing = {
  title: 'Not found',
  text: 'Nothing has this number. It may have been deleted, or the address is wrong.',
} satisfies TranslationOf<'admin'>['missing'];

export const messages = {
  title: 'Messages',
  description: 'Messages of all accounts, newest first. Recipients are masked.',
  anyStatus: 'Any status',
  mode: 'Mode',
  anyMode: 'Any mode',
  key: 'API key',
  anyKey: 'Any key',
  deletedKey: 'deleted',
  anyDevice: 'Any device',
  anyReason: 'Any reason',
  prefix: 'Number prefix',
  anyPrefix: 'Any prefix',
  empty: 'No messages yet',
  emptyText: 'OTPs that are sent through this service appear here.',
  noMatch: 'Nothing matches',
  noMatchText: 'No message matches these filters.',
  columns: {
    message: 'Message',
    time: 'Time',
    user: 'Account',
    recipient: 'Recipient',
    status: 'Status',
    reason: 'Why it failed',
    device: 'Device',
    brand: 'Brand',
  },
} satisfies TranslationOf<'admin'>['messages'];

export const message = {
  title: 'Message {id}',
  back: 'All messages',
  story: 'Story of the message',
  facts: 'Details',
  attempts: 'Devices tried',
  noAttempts: 'No device has been tried yet.',
  error: 'Error',
  outcomes: { accepted: 'Accepted', refused: 'Refused', unknown: 'Unknown' },
  status: 'Status',
  recipient: 'Recipient',
  brand: 'Brand',
  mode: 'Mode',
  credit: 'Credit',
  created: 'Created',
  reference: 'Reference',
  gatewayId: 'Gateway message ID',
} satisfies TranslationOf<'admin'>['message'];

export const audit = {
  title: 'Audit log',
  description:
    'Who did what, when and from where: changes by administrators, and logins and changes by the owners of accounts.',
  anyAction: 'Any action',
  userId: 'User {id}',
  account: 'Account',
  target: 'Target, for example user:7',
  empty: 'No entries yet',
  emptyText: 'Changes and logins appear here.',
  noMatch: 'Nothing matches',
  noMatchText: 'No entry matches these filters.',
  columns: {
    time: 'Time',
    actor: 'Actor',
    action: 'Action',
    target: 'Target',
    from: 'From',
    detail: 'Detail',
  },
  you: 'You',
  shell: 'Operator on the server',
  nobody: 'Unknown',
} satisfies TranslationOf<'admin'>['audit'];

export const free = {
  title: 'Delivered after a refund',
  text: 'Messages that were reported failed, or not at all, and refunded, and then arrived.',
  today: 'Today',
  lastDays: '30 days',
  credits: 'Credits in 30 days',
} satisfies TranslationOf<'admin'>['free'];

export const system = {
  title: 'System',
  description: 'How the service is doing, refreshed every {seconds, number} seconds.',
  verdict: {
    good: 'All is well',
    waiting: 'It runs; something is still to come',
    needsYou: 'Needs attention',
    broken: 'Something does not work',
  },
  findings: {
    noDevice: 'No device is available: no OTP can be sent. See why under <devices>Devices</devices>.',
    devicesOut:
      '{count, plural, one {# device takes no messages.} other {# devices take no messages.}} Each says why under <devices>Devices</devices>.',
    devicesFailing:
      '{count, plural, one {# device did not accept its last messages.} other {# devices did not accept their last messages.}} The reason is under <devices>Devices</devices>.',
    devicesUnheard:
      '{count, plural, one {# device sends, but no report says that messages arrive.} other {# devices send, but no report says that messages arrive.}} Check their callback address under <devices>Devices</devices>.',
    devicesResting:
      '{count, plural, one {# device just failed and rests. It is tried again by itself.} other {# devices just failed and rest. They are tried again by themselves.}}',
    devicesAtLimit:
      '{count, plural, one {# device has sent what it may. It resumes by itself.} other {# devices have sent what they may. They resume by themselves.}}',
    allAtLimit:
      'All devices have sent what they may: OTPs are refused until their limits begin anew. Raise a limit or add a device under <devices>Devices</devices>.',
    migrations:
      '{count, plural, one {# migration has not been applied by this instance.} other {# migrations have not been applied by this instance.}} Restart it with the newest version.',
    redis: 'Redis cannot be reached: limits count per instance. Check REDIS_URL and the server.',
    books:
      '{count, plural, one {# rule of the books is broken.} other {# rules of the books are broken.}} npm run books names the rows.',
    booksNever: 'This instance does not check the books (BOOKS_SECONDS=0). npm run books checks them now.',
    booksLate: 'The last check of the books is overdue. The log says why; npm run books checks them now.',
    booksSoon: 'The books have not been checked since this instance started. The first check is at {at}.',
    booksNow: 'The books have not been checked since this instance started. The first check is under way.',
    alerts:
      '{count, plural, one {# alert is not acknowledged yet, see below.} other {# alerts are not acknowledged yet, see below.}}',
    alertsUnknown:
      'It is not known whether there are alerts: no answer came. It is asked for again by itself; if this stays, the log of the service says why.',
    webhooksHeld:
      '{count, plural, one {# webhook delivery waits because its webhook fails or is stopped.} other {# webhook deliveries wait because their webhooks fail or are stopped.}} Their owners see why under Webhooks.',
  },
  alerts: {
    title: 'Alerts',
    none: 'No open alerts.',
    more: '{count, plural, one {# more is not shown.} other {# more are not shown.}}',
    kind: 'Alert',
    about: 'About',
    since: 'Since',
    acknowledged: 'Acknowledged',
    acknowledge: 'Acknowledge',
    acknowledgeThis: 'Acknowledge: {kind}',
    acknowledgedNow: 'Alert acknowledged. It is quiet until it ends.',
    kinds: {
      device_disconnected: 'Device disconnected',
      device_restricted: 'Device held back by WhatsApp',
      device_failing: 'Device failing',
      device_degraded: 'Device not reporting',
      webhook_backlog: 'Webhooks pile up',
      pending_backlog: 'Messages without an outcome',
      callback_backlog: 'Callbacks pile up',
      sends_overloaded: 'Sends refused, overloaded',
      free_deliveries: 'Delivered after a refund',
      top_up_waiting: 'Top-up waits',
      numbers_probed: 'Account probes numbers',
      mails_failing: 'Mails to accounts fail',
      database_down: 'Database cannot be used',
      clock_wrong: 'Clock of a machine is wrong',
      books_broken: 'Books do not balance',
    },
    hints: {
      device_disconnected:
        'Scan its code again if the phone was logged out, or start its gateway if it cannot be reached.',
      device_restricted: 'Let it rest until the restriction ends; do not use it again sooner.',
      device_failing: 'Check its account and its gateway. It recovers by itself once it accepts a message.',
      device_degraded: 'Check its phone and its callback address.',
      webhook_backlog: 'Check the log of the service. If it shows no errors, raise WEBHOOK_CONCURRENCY.',
      pending_backlog: 'Look for “recovery failed” in the log of the service.',
      callback_backlog:
        'Check whether gateways report to the right service, or people also write with these phones.',
      sends_overloaded:
        'Check whether the database is slow, or the machine short of processor time or memory.',
      free_deliveries:
        'Compare what the gateway reported with the stories of the messages, and drain the device until its gateway is fixed.',
      top_up_waiting: 'Check the bank account, then confirm or decline.',
      numbers_probed:
        'Too many of its sends go to numbers without WhatsApp. Look at its history, and suspend it if it checks other people’s numbers.',
      mails_failing:
        'Check SMTP_URL with npm run doctor, and look for “a mail was not sent” in the log of the service.',
      database_down: 'Check whether the database runs, can be reached and written, and has free disk.',
      clock_wrong:
        'Run NTP on that machine and on the database’s. Until then that instance does not recover messages.',
      books_broken: 'Delete nothing; npm run books names the rows.',
    },
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
    webhook_deliveries_held: 'Of those, held up by their webhook',
    callbacks: 'Callbacks waiting for their message',
    pending_messages: 'Messages without an outcome',
  },
  books: {
    title: 'Books',
    checked: 'Checked',
    never: 'Not yet by this instance',
    next: 'Next check',
    result: 'Result',
    balanced: 'Balanced',
    violations: '{count, plural, one {# violation} other {# violations}}',
    unknown: 'Not known yet',
  },
} satisfies TranslationOf<'admin'>['system'];
