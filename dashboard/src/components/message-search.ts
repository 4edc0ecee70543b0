import { oneOf, type Paging, type RawSearch, readPaging, text, whole } from '../api/search';
import { isDay } from './periods.rules';
import { isPhoneLike } from './phone-like.rules';
import { REASONS, STATUSES } from './reasons';

/** Filters of both message lists: the account's and the administrators'. */
export interface MessageSearch extends Paging {
  status?: (typeof STATUSES)[number] | undefined;
  key?: number | undefined;
  brand?: string | undefined;
  reason?: (typeof REASONS)[number] | undefined;
  prefix?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort?: 'oldest' | undefined;
}

/** The part of Indonesian mobile prefixes that masked numbers show. */
const PREFIXES = ['081', '082', '083', '085', '087', '088', '089'];
const PREFIX = /^0\d\d$/;

/** The selectable prefixes, including the one in the URL. */
export const prefixesWith = (chosen: string | undefined) =>
  chosen === undefined || PREFIXES.includes(chosen) ? PREFIXES : [...PREFIXES, chosen];

const BRAND_MAX = 80;

export const isBrand = (written: string) => written !== '' && [...written].length <= BRAND_MAX;

/** Reads a text, and drops a phone number: these must not be in a URL. */
export const textWithoutPhone = (raw: unknown, accepts: (written: string) => boolean) =>
  text(raw, (written) => accepts(written) && !isPhoneLike(written));

export const readMessageSearch = (raw: RawSearch): MessageSearch => ({
  ...readPaging(raw),
  status: oneOf(STATUSES, raw['status']),
  key: whole(raw['key']),
  brand: textWithoutPhone(raw['brand'], isBrand),
  reason: oneOf(REASONS, raw['reason']),
  prefix: text(raw['prefix'], (written) => PREFIX.test(written)),
  from: text(raw['from'], isDay),
  to: text(raw['to'], isDay),
  sort: oneOf(['oldest'], raw['sort']),
});
