import type { TranslationOf } from './shape';

export const limits = {
  per_minute: 'Messages per minute',
  per_day: 'Messages per day',
  new_per_day: 'New recipients per day',
  warmup_first_day: 'New recipients on the first day',
  pair_seconds: 'Pause before the same recipient (seconds)',
} satisfies TranslationOf<'admin'>['limits'];

export const deviceForm = {
  documents: 'Guide to {driver}',
  addTitle: 'Add a device',
  addText: 'Choose the gateway that runs your WhatsApp number, then enter how to reach it.',
  editTitle: 'Edit {name}',
  driver: 'Gateway',
  experimental: 'Experimental',
  experimentalText: 'This driver has not been tested with a real account yet.',
  abilities: {
    lookup: 'Status look-up',
    check_number: 'Number check',
    copy_code: 'Copy-code button',
    signed_callbacks: 'Signed callbacks',
    reports_delivery: 'Delivery reports',
  },
  connection: 'Connection',
  signsSince:
    'Needs {driver} {version} or newer. Older versions do not sign callbacks, and unsigned callbacks are rejected.',
  name: 'Name',
  nameHint: 'An internal name, for example otp-01. Do not use the phone number.',
  baseUrl: 'Gateway address',
  baseUrlHint: 'Starts with http:// or https://, without a password.',
  token: 'Token',
  tokenKeep: 'Leave empty to keep the stored token. Required if the address moves to another server.',
  secret: 'Callback signing key',
  secretHint: {
    shared:
      'Optional, at least 16 characters; two keys separated by a comma while rotating. Empty: the key of the service.',
    own: 'At least 16 characters; two keys separated by a comma while rotating. You may leave it empty: the set-up can create a key.',
    gateway: 'The app secret of the Meta app. Without it no callback can be accepted.',
  },
  secretKeep: 'Leave empty to keep the stored key.',
  secretRemove: {
    shared: 'Remove the key of this device and use that of the service',
    own: 'Remove this key; callbacks of this device are not accepted until there is a new one',
    gateway: 'Remove this key; callbacks of this device are not accepted until there is a new one',
  },
  driverSettings: 'Settings of {driver}',
  example: 'Example: {example}.',
  usual: 'Default: {value}.',
  sending: 'Sending',
  template: 'Message text',
  templateHint: "Contains '{code}' and '{brand}'. Empty: the text of the service.",
  preview: {
    language: 'Sends in {language}',
    usual: 'The text of the service, because this device has no text of its own.',
    own: 'One text for both languages.',
    preset:
      'Meta defines this text. It contains no brand: the sender is your business profile. Your template determines the advice in the second sentence, the line on the expiry and the label of the button.',
    unknown: 'No preview of Meta’s text is available in this language.',
    invalid:
      'The text must contain {code} exactly once, {brand} at most once, at most 300 characters and no other braces.',
  },
  ownText: 'This gateway uses its own message text.',
  weight: 'Weight',
  weightHint: 'Share of the messages compared with other devices, 1 to 100.',
  checkNumber: 'Check first whether a number is on WhatsApp',
  limits: 'Limits',
  limitsChoice: { keep: 'Unchanged', usual: 'Driver defaults', own: 'Custom' },
  limitsText: {
    keep: 'The current limits stay.',
    usual: 'The usual limits for this gateway, with a warm-up for a new number.',
    own: 'An empty field means no limit.',
    ownNew: 'An empty field uses the default of the driver.',
  },
  create: 'Add device',
  save: 'Save changes',
} satisfies TranslationOf<'admin'>['deviceForm'];
