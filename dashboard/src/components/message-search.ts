import { type Cut, oneOf, type Raw, readCut, text } from '../api/search';
import { isDay } from './periods.rules';
import { isPhoneLike } from './phone-like.rules';
import { REASONS, STATUSES } from './reasons';

/** What narrows both lists of messages, an account's and the administrators'. */
export interface MessageSearch extends Cut {
  status?: (typeof STATUSES)[number] | undefined;
  brand?: string | undefined;
  reason?: (typeof REASONS)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort?: 'oldest' | undefined;
}

const BRAND_MAX = 80;

export const isBrand = (written: string) => written !== '' && [...written].length <= BRAND_MAX;

/** No number of a person belongs into an address. */
export const phoneless = (raw: unknown, accepts: (written: string) => boolean) =>
  text(raw, (written) => accepts(written) && !isPhoneLike(written));

export const readMessageSearch = (raw: Raw): MessageSearch => ({
  ...readCut(raw),
  status: oneOf(STATUSES, raw['status']),
  brand: phoneless(raw['brand'], isBrand),
  reason: oneOf(REASONS, raw['reason']),
  from: text(raw['from'], isDay),
  to: text(raw['to'], isDay),
  sort: oneOf(['oldest'], raw['sort']),
});
