import type { TranslationOf } from './shape';

export const home = {
  title: 'Home',
  greeting: 'Hello, {name}.',
  figures: {
    balance: 'Balance',
    balanceLow: 'Below the threshold of {threshold}',
    balanceEmpty: 'Not enough for one OTP',
    balanceEnough: '{count, plural, one {Enough for # OTP} other {Enough for # OTPs}}',
    today: 'OTPs today',
    todayText: 'All live messages',
    rate: 'Delivery rate',
    rateText: '30 days, OTPs with a known outcome',
    median: 'Delivery time',
    medianText: 'Median of 30 days, at most 500 OTPs',
    none: 'None yet',
  },
  chart: {
    title: 'Last 30 days',
    label: 'OTPs by day. Left and right arrow keys move between days.',
    day: '{day}: {delivered, number} delivered, {sent, number} sent, {failed, number} failed',
    showTable: 'Show as a table',
    showChart: 'Show as a chart',
    empty: 'No live OTPs in these 30 days yet.',
    columns: { day: 'Day', delivered: 'Delivered', sent: 'Sent', failed: 'Failed', total: 'All' },
  },
  checklist: {
    title: 'Your first OTP',
    progress: '{done, number} of {all, number} done',
    dismiss: 'Hide this list',
    done: 'Done',
    key: {
      title: 'Create an API key',
      text: 'A test key to try the API, a live key to send.',
      action: 'Create a key',
    },
    test: {
      title: 'Send a test OTP',
      text: 'With a test key: free, nothing is sent.',
      action: 'Send a test',
    },
    webhook: {
      title: 'Register a webhook',
      text: 'Your application receives an event when an OTP is delivered.',
      action: 'Register',
    },
    live: { title: 'Send the first live OTP', text: 'To your own WhatsApp number.', action: 'Send' },
  },
  alerts: {
    emailTitle: 'Your email address is not verified',
    emailOptional:
      'Follow the link that we sent to {email}. Until then, a password reset also deletes your API keys and webhooks.',
    emailRequired:
      'Follow the link that we sent to {email}. Until then, this account cannot create live API keys or top up.',
    emailResend: 'Send the link again',
    emailSent: 'The verification link is on its way.',
    lowTitle: 'Low balance',
    low: 'The balance of {balance} is below the threshold of {threshold}.',
    lasts:
      '{days, plural, =0 {At the recent pace the balance of {balance} lasts less than a day.} one {At the recent pace the balance of {balance} lasts about one more day.} other {At the recent pace the balance of {balance} lasts about # more days.}}',
    emptyTitle: 'Not enough balance',
    empty: 'The balance of {balance} is not enough for one OTP ({price}). Live sends are rejected.',
    toCredit: 'View credit',
    unreliableTitle: 'Webhook unreliable',
    unreliable: 'Only {share} of the attempts at {url} in the last 24 hours succeeded.',
    failingTitle: 'Webhook keeps failing',
    failing: '{url} has received nothing since {since}.',
    disabledTitle: 'Webhook stopped',
    gone: '{url} responded 410, so it is no longer called.',
    disabled: '{url} failed for too long, so it is no longer called.',
    toWebhook: 'View webhook',
  },
} satisfies TranslationOf<'home'>;
