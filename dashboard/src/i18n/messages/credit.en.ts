import type { TranslationOf } from './shape';

export const credit = {
  title: 'Credit',
  description: 'Every rupiah that comes into this account and leaves it.',
  balance: 'Balance',
  enoughFor:
    '{count, plural, =0 {Not enough for a single OTP.} one {Enough for # OTP.} other {Enough for # OTPs.}}',
  low: 'Below the threshold of {threshold}',
  topUp: 'To top up, contact the administrator of this service.',
  threshold: {
    title: 'Low-balance warning',
    text: 'When the balance falls below this threshold, we send a mail and the webhook credit.low, once.',
    field: 'Threshold (rupiah)',
    hint: 'Leave it empty to be told nothing.',
    saved: 'Threshold saved.',
  },
  ledger: {
    title: 'Ledger',
    count: '{count, plural, one {# entry} other {# entries}}',
    columns: { time: 'Time', kind: 'Kind', reference: 'Reference', amount: 'Amount', balance: 'Balance' },
    kinds: {
      topup: 'Top-up',
      charge: 'Send',
      refund: 'Refund',
      adjustment: 'Adjustment',
    },
    message: 'Message {id}',
    signup: 'Opening credit',
    empty: 'No entries yet',
    emptyText: 'Top-ups, sends and refunds appear here.',
  },
} satisfies TranslationOf<'credit'>;
