import type { TranslationOf } from './shape';

export const shared = {
  finder: {
    title: 'Search',
    placeholder: 'Phone, ID, brand, page',
    placeholderAdmin: 'Phone, ID, account, page',
    results: 'Search results',
    ask: 'Search the messages of all accounts: {text}',
    ofBrand: 'History of this brand',
    brandOfAll: 'Messages of all accounts with the brand “{text}”',
    groups: { messages: 'Messages', accounts: 'Accounts', brands: 'Brands', pages: 'Pages' },
    help: 'Phone numbers are not stored and never appear in the address bar. ↑ ↓ to choose, Enter to open.',
    searching: 'Searching…',
    nothing: 'No matches.',
    found: '{count, plural, one {# message} other {# messages}}, newest first. ↑ ↓ to choose, Enter to open.',
    foundMore:
      'The newest {count, plural, one {message} other {# messages}}; there are more. ↑ ↓ to choose, Enter to open.',
  },
  confirmation: {
    title: 'Enter your password again',
    text: 'This action needs your password, because you logged in more than ten minutes ago.',
    confirm: 'Continue',
  },
  bubble: { label: 'The message as its recipient sees it in WhatsApp' },
  secret: {
    once: 'Shown only once. Store it somewhere safe now.',
    stored: 'I have stored it',
  },
  status: {
    pending: 'Pending',
    sent: 'Sent',
    delivered: 'Delivered',
    failed: 'Failed',
  },
  reason: {
    not_on_whatsapp: 'The number is not on WhatsApp',
    device_unavailable: 'No device could send it',
    device_restricted: 'WhatsApp restricts the sender',
    recipient_limit: 'WhatsApp currently limits messages to this recipient',
    blocked_by_recipient: 'The recipient does not want messages from this sender',
    template_rejected: 'WhatsApp rejects the text of the message',
    gateway_timeout: 'The gateway did not respond in time',
    gateway_fault: 'Gateway error',
    expired: 'The message expired',
    unknown: 'No reason was given',
  },
  mode: { live: 'Live', test: 'Test' },
} satisfies TranslationOf<'shared'>;
