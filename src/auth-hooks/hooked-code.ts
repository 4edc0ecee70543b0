import type { Language } from '../platform/text/message-template.rules.js';

/** What a hook wants sent, as it came. */
export interface HookedCode {
  phone: unknown;
  code: unknown;
  /** Of the address; absent: what is stored with the API key. */
  companyName?: string;
  /** Of the address. */
  language?: Language;
  /** What the payload says of its recipient's language; the address goes before it. */
  locale?: unknown;
}
