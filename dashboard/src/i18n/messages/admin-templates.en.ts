import type { TranslationOf } from './shape';

export const templates = {
  title: 'Templates of {name}',
  description:
    'Message templates of the category AUTHENTICATION in the WhatsApp account of this device. Meta writes their text.',
  requirements: 'Requirements of Meta',
  requirementsText:
    'Meta approves authentication templates only for verified businesses with a limit of 2,000 recipients. Verify your business in Meta Business Suite; the limit then rises to 2,000.',
  limit: 'Limit of new recipients in 24 hours',
  limitNone: 'Unlimited or unknown',
  verification: 'Business verification',
  verified: 'Verified',
  verificationUnknown: 'Unknown',
  list: 'Templates at Meta',
  none: 'No templates yet',
  noneText: 'Create one below. Most are approved within minutes.',
  inUse: 'In use',
  columns: { name: 'Template', status: 'Status', button: 'Button', form: 'Content' },
  buttons: { copy_code: 'Copy code', one_tap: 'Autofill, one tap', zero_tap: 'Autofill, no tap' },
  buttonText: {
    copy_code: 'The recipient copies the code. Works on every phone.',
    one_tap: 'On Android, one tap hands the code to your app. On other phones the button copies it.',
    zero_tap: 'On Android, your app gets the code without a tap. On other phones the button copies it.',
  },
  form: {
    advice: 'security advice',
    expiry: 'valid for {minutes, number} min',
    validity: 'dropped after {seconds, number} s',
  },
  create: 'Create a template',
  created: 'Template created.',
  submit: 'Create template',
  name: 'Name',
  nameHint:
    'Lower-case letters, digits and underscores. Enter this name in the settings of the device to use it.',
  language: 'Language code',
  languageHint: 'For example id or en_US.',
  apps: 'Android apps',
  appsHint: 'One app a line, at most five: package name and hash of the signing key (11 characters).',
  terms: 'I accept the zero-tap terms of Meta, and my users expect that the code is filled in.',
  advice: 'Advise not to share the code',
  expiry: 'Validity of the code in minutes',
  expiryHint: 'Shown below the code, 1–90. Empty: not shown.',
  validity: 'Time for delivery in seconds',
  validityHint: 'Meta drops a message that has not arrived by then, 30–900. Empty: 10 minutes.',
} satisfies TranslationOf<'admin'>['templates'];
