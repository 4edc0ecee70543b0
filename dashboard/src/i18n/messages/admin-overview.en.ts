import type { TranslationOf } from './shape';

export const overview = {
  sends: {
    title: 'Sends',
    minute: 'Accepted, last minute',
    hour: 'Accepted, 1 hour',
    failed: 'Failed, 1 hour',
    refused: 'Rejected by a rule, 1 hour',
    label:
      'Sends by the minute for an hour: {accepted, number} accepted by gateways, {failed, number} failed, {refused, number} rejected by a rule.',
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
    threshold: 'Warning threshold',
    noThreshold: 'Not set',
    none: 'No account is low on credit.',
  },
  devices: {
    title: 'Devices',
    manage: 'Manage devices',
    none: 'No devices yet. No OTP can be sent without one.',
    add: 'Add device',
    more: '{count, plural, one {# more device is not shown.} other {# more devices are not shown.}}',
    share: 'Delivered',
    left: 'Left today',
    leftOf: '{left, number} of {cap, number} messages',
    freshOf: '{left, number} of {cap, number} new recipients',
    unlimited: 'No limit',
    newChats: 'New chats',
    newChatsOf: '{used, number} of {total, number}',
    newChatsStatus: {
      none: 'within the quota',
      first_warning: 'first warning',
      second_warning: 'second warning',
      capped: 'used up',
    },
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
      text: 'No OTP can be sent without a device that is linked to WhatsApp.',
    },
    public_url: {
      title: 'Set the address of the service (PUBLIC_URL)',
      text: 'Callback addresses and links in emails use it; without it, they point to localhost.',
    },
    mail: {
      title: 'Set up email (SMTP_URL)',
      text: 'Without it, emails for verification, password resets and low balances are only written to the data folder.',
    },
    operator_alerts: {
      title: 'Set who receives alerts (ALERT_MAIL_TO or ALERT_WEBHOOK_URL)',
      text: 'Without it, alerts appear only on this page.',
    },
    second_factor: {
      title: 'Turn on two-step verification for your account',
      text: 'Administrators can add credit and change devices: a password alone is not enough.',
    },
  },
} satisfies TranslationOf<'admin'>['overview'];
