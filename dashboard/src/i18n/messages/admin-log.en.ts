import type { TranslationOf } from './shape';

export const filters = {
  apply: 'Apply',
  account: 'Name or email',
  noAccount: 'No account has this name.',
  unusable: 'This is not a valid filter.',
} satisfies TranslationOf<'admin'>['filters'];

export const missing = {
  title: 'Not found',
  text: 'Nothing has this ID. It may have been deleted, or the address is wrong.',
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
  noMatch: 'No matches',
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
  timeline: 'Timeline',
  facts: 'Details',
  attempts: 'Devices tried',
  noAttempts: 'No device has been tried yet.',
  error: 'Error',
  outcomes: { accepted: 'Accepted', refused: 'Rejected', unknown: 'Unknown' },
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
  description: 'Changes by administrators, and logins and changes by account owners.',
  anyAction: 'Any action',
  userId: 'User {id}',
  account: 'Account',
  target: 'Target, for example user:7',
  empty: 'No entries yet',
  emptyText: 'Changes and logins appear here.',
  noMatch: 'No matches',
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
  text: 'Messages that were refunded as failed or unreported, and arrived later.',
  today: 'Today',
  lastDays: '30 days',
  credits: 'Credits in 30 days',
} satisfies TranslationOf<'admin'>['free'];

export const system = {
  title: 'System',
  description: 'How the service is doing, refreshed every {seconds, number} seconds.',
  status: {
    good: 'All systems work',
    waiting: 'Working, with something pending',
    attention: 'Needs attention',
    broken: 'Something is not working',
  },
  findings: {
    noDevice:
      'No device is available, so no OTP can be sent. The reason is under <devices>Devices</devices>.',
    devicesOut:
      '{count, plural, one {# device is not available.} other {# devices are not available.}} The reason is under <devices>Devices</devices>.',
    devicesFailing:
      '{count, plural, one {# device did not accept the latest messages.} other {# devices did not accept the latest messages.}} The reason is under <devices>Devices</devices>.',
    devicesUnacknowledged:
      '{count, plural, one {# device sends messages, but no delivery reports arrive.} other {# devices send messages, but no delivery reports arrive.}} Check the callback address under <devices>Devices</devices>.',
    devicesCoolingDown:
      '{count, plural, one {# device is cooling down after failures. It is tried again automatically.} other {# devices are cooling down after failures. They are tried again automatically.}}',
    devicesAtLimit:
      '{count, plural, one {# device has reached its limit. It resumes automatically.} other {# devices have reached their limits. They resume automatically.}}',
    allAtLimit:
      'All devices have reached their limits: OTPs are rejected until the limits reset. Raise a limit or add a device under <devices>Devices</devices>.',
    migrations:
      '{count, plural, one {# migration has not been applied by this instance.} other {# migrations have not been applied by this instance.}} Restart it with the newest version.',
    redis:
      'Redis cannot be reached, so each instance counts limits separately. Check REDIS_URL and the server.',
    books:
      'The ledger audit found {count, plural, one {# violation.} other {# violations.}} npm run books lists the rows.',
    booksNever: 'This instance does not run the ledger audit (BOOKS_SECONDS=0). npm run books runs it now.',
    booksLate: 'The ledger audit is overdue. The reason is in the log; npm run books runs the audit now.',
    booksSoon: 'The ledger audit has not run since this instance started. It runs first at {at}.',
    booksNow: 'The ledger audit has not run since this instance started. It is running now.',
    alerts:
      '{count, plural, one {# alert is not acknowledged yet. See below.} other {# alerts are not acknowledged yet. See below.}}',
    alertsUnknown:
      'The alerts could not be loaded. The page tries again automatically; if this persists, see the log of the service.',
    webhooksHeld:
      '{count, plural, one {# webhook delivery waits because its webhook fails or is stopped.} other {# webhook deliveries wait because their webhooks fail or are stopped.}} Their owners see the reason under Webhooks.',
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
    acknowledgedNow: 'Alert acknowledged. No more notifications until it ends.',
    kinds: {
      device_disconnected: 'Device disconnected',
      device_restricted: 'Device restricted by WhatsApp',
      device_failing: 'Device failing',
      device_degraded: 'Device not reporting',
      template_blocked: 'Template blocked by Meta',
      api_version_ending: 'API version ends soon',
      device_new_chats: 'Quota of new chats nearly used up',
      webhook_backlog: 'Webhook backlog',
      pending_backlog: 'Messages without an outcome',
      callback_backlog: 'Callback backlog',
      sends_overloaded: 'Sends rejected, overloaded',
      free_deliveries: 'Delivered after a refund',
      international_rate: 'International rate of Meta',
      top_up_waiting: 'Top-up waiting',
      payment_review: 'Payment to review',
      payment_reversed: 'Payment went back',
      numbers_probed: 'Account probes numbers',
      fraud_detected: 'Sends look like fraud',
      closing_requested: 'Closing of an account requested',
      privacy_due: 'Privacy request due',
      mails_failing: 'Emails to accounts fail',
      database_down: 'Database unavailable',
      clock_wrong: 'Server clock is wrong',
      books_broken: 'Ledger does not balance',
    },
    hints: {
      device_disconnected:
        'Scan its code again if the phone was logged out, or start its gateway if it cannot be reached.',
      device_restricted: 'Do not resume it until the restriction ends.',
      device_failing:
        'Check its account and its gateway. It recovers automatically once it accepts a message.',
      device_degraded: 'Check its phone and its callback address.',
      template_blocked:
        'Fix or replace the template in WhatsApp Manager. The device is used again once it is approved.',
      api_version_ending: 'Choose a newer version in the setting api_version of this device.',
      device_new_chats:
        'Add another device. At the end of its quota it reaches only recipients that know it.',
      webhook_backlog: 'Check the log of the service. If it shows no errors, raise WEBHOOK_CONCURRENCY.',
      pending_backlog: 'Look for “recovery failed” in the log of the service.',
      callback_backlog:
        'Check whether gateways report to the right service, and whether people also chat from these phones.',
      sends_overloaded: 'Check whether the database is slow, or the server is short of CPU or memory.',
      free_deliveries:
        'Compare the reports of the gateway with the timelines of the messages, and drain the device until its gateway is fixed.',
      international_rate:
        'Check the primary business location in Meta Business Manager, or move its messages to another device.',
      top_up_waiting: 'Check the bank account, then confirm or decline.',
      payment_review:
        'It was credited late or not at all. Compare it with the dashboard of the payment provider.',
      payment_reversed:
        'Refunded, charged back or denied after it was paid. No balance changed; adjust it if necessary.',
      numbers_probed:
        'Too many of its messages go to numbers without WhatsApp. Review its history, and suspend the account if it checks numbers of other people.',
      fraud_detected:
        'See what was found. In shadow mode such sends go on; in the mode enforce they are blocked.',
      closing_requested: 'Settle its balance, then close the account on the page of the user.',
      privacy_due: 'Complete or decline it on the page Privacy, within 72 hours of its entry.',
      mails_failing:
        'Check SMTP_URL with npm run doctor, and look for “a mail was not sent” in the log of the service.',
      database_down:
        'Check whether the database is running, reachable and writable, and has free disk space.',
      clock_wrong:
        'Run NTP on that server and on the database server. Until then, that instance does not recover messages.',
      books_broken: 'Do not delete anything; npm run books lists the rows.',
    },
  },
  service: {
    title: 'Service',
    version: 'Version',
    node: 'Node.js',
    instance: 'Instance',
    started: 'Started',
    uptime: 'Uptime',
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
      up: 'All instances share their limit counters.',
      down: 'For now, each instance counts limits separately.',
      unused: 'Each instance counts limits separately, which is enough for a single instance.',
    },
  },
  queues: {
    title: 'Queues',
    webhook_events: 'Webhook events',
    webhook_deliveries: 'Webhook deliveries',
    webhook_deliveries_held: 'Of those, held by their webhook',
    callbacks: 'Callbacks waiting for their message',
    pending_messages: 'Messages without an outcome',
  },
  books: {
    title: 'Ledger audit',
    checked: 'Last run',
    never: 'Not yet on this instance',
    next: 'Next run',
    result: 'Result',
    balanced: 'No violations',
    violations: '{count, plural, one {# violation} other {# violations}}',
    unknown: 'Not known yet',
  },
} satisfies TranslationOf<'admin'>['system'];
