import type { TranslationOf } from './shape';

export const overview = {
  sends: {
    title: 'Sends',
    minute: 'Accepted, last minute',
    hour: 'Accepted, 1 hour',
    failed: 'Failed, 1 hour',
    refused: 'Refused by a rule, 1 hour',
    label:
      'Sends by the minute for an hour: {accepted, number} accepted by gateways, {failed, number} failed, {refused, number} refused by a rule.',
  },
  failures: {
    title: 'Why messages fail',
    reason: 'Reason',
    today: 'Today',
    day: '24 hours',
    none: 'No message has failed in 24 hours.',
  },
  lowCredit: {
    title: 'Low on credit',
    account: 'Account',
    balance: 'Balance',
    threshold: 'Warned below',
    noThreshold: 'Not set',
    none: 'No account is low on credit.',
  },
  devices: {
    title: 'Devices',
    manage: 'Manage devices',
    none: 'There is no device yet. Without one no OTP is sent.',
    add: 'Add device',
    more: '{count, plural, one {# more device is not shown.} other {# more devices are not shown.}}',
    share: 'Delivered',
    left: 'Left today',
    leftOf: '{left, number} of {cap, number} messages',
    freshOf: '{left, number} of {cap, number} new recipients',
    unlimited: 'No limit',
    warmUp: 'Warm-up',
    warmUpDay: 'day {day, number} of {days, number}',
    report: 'Last report',
    noReport: 'None yet',
  },
  firstRun: {
    title: 'Setting up the service',
    progress: '{done, number} of {all, number} done',
    dismiss: 'Hide this list',
    done: 'done',
    open: 'Open',
    device_linked: {
      title: 'Link the first device',
      text: 'Without a device that is connected to WhatsApp no OTP is sent.',
    },
    public_url: {
      title: 'Set the address of the service (PUBLIC_URL)',
      text: 'Callback addresses and links in mails are made of it; without it they point to localhost.',
    },
    mail: {
      title: 'Set up mail (SMTP_URL)',
      text: 'Without it mails that verify, reset passwords or warn of low credit are only written to the data folder.',
    },
    operator_alerts: {
      title: 'Say who is told of alerts (ALERT_MAIL_TO or ALERT_WEBHOOK_URL)',
      text: 'Without it alerts are seen on this page only, and nobody is told.',
    },
    second_factor: {
      title: 'Turn on two-step verification for your account',
      text: 'Administrators can add credit and change devices: a password alone is not enough.',
    },
  },
} satisfies TranslationOf<'admin'>['overview'];
