import { type Cut, oneOf, type Paged, type Raw, readCut, readPage, text, whole } from '../../api/search';
import { isDay } from '../../components/periods.rules';
import { isPhoneLike } from '../../components/phone-like.rules';
import { REASONS, STATUSES } from '../../components/reasons';

/** What narrows a list, as its fields and the address write it. */
export type Filters = Readonly<Record<string, string>>;

export interface UsersSearch extends Cut {
  search?: string | undefined;
  sort?: 'oldest' | 'username' | undefined;
}

/** The names are those of the history, pages/history/search.ts: other pages link here too. */
export interface MessagesSearch extends Cut {
  user_id?: number | undefined;
  status?: (typeof STATUSES)[number] | undefined;
  mode?: (typeof MODES)[number] | undefined;
  device?: number | undefined;
  brand?: string | undefined;
  reason?: (typeof REASONS)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort?: 'oldest' | undefined;
}

export interface AuditSearch extends Cut {
  actor_id?: number | undefined;
  user_id?: number | undefined;
  /** Its page knows which there are; the list of them is nothing for a first load. */
  action?: string | undefined;
  target?: string | undefined;
}

export interface TopUpsSearch extends Paged {
  /** Without one, those that wait. */
  status?: (typeof TOP_UP_FILTERS)[number] | undefined;
}

export interface DevicesSearch extends Paged {
  /** The page of the alerts. */
  alerts?: number | undefined;
}

export const MODES = ['live', 'test'] as const;

export const TOP_UP_FILTERS = ['open', 'confirmed', 'declined', 'all'] as const;

const SEARCH_MAX = 100;
const BRAND_MAX = 80;
/** A target such as `user:7`. */
const WORD = /^[\w.:-]{1,60}$/;

/** No number of a person belongs into an address. */
const phoneless = (raw: unknown, accepts: (written: string) => boolean) =>
  text(raw, (written) => accepts(written) && !isPhoneLike(written));

export const readUsersSearch = (raw: Raw): UsersSearch => ({
  ...readCut(raw),
  search: phoneless(raw['search'], (written) => written !== '' && written.length <= SEARCH_MAX),
  sort: oneOf(['oldest', 'username'], raw['sort']),
});

export const readMessagesSearch = (raw: Raw): MessagesSearch => ({
  ...readCut(raw),
  user_id: whole(raw['user_id']),
  status: oneOf(STATUSES, raw['status']),
  mode: oneOf(MODES, raw['mode']),
  device: whole(raw['device']),
  brand: phoneless(raw['brand'], (written) => written !== '' && [...written].length <= BRAND_MAX),
  reason: oneOf(REASONS, raw['reason']),
  from: text(raw['from'], isDay),
  to: text(raw['to'], isDay),
  sort: oneOf(['oldest'], raw['sort']),
});

export const readAuditSearch = (raw: Raw): AuditSearch => ({
  ...readCut(raw),
  actor_id: whole(raw['actor_id']),
  user_id: whole(raw['user_id']),
  action: text(raw['action'], (written) => WORD.test(written)),
  target: phoneless(raw['target'], (written) => WORD.test(written)),
});

export const readTopUpsSearch = (raw: Raw): TopUpsSearch => ({
  ...readPage(raw),
  status: oneOf(TOP_UP_FILTERS, raw['status']),
});

export const readDevicesSearch = (raw: Raw): DevicesSearch => ({
  ...readPage(raw),
  alerts: whole(raw['alerts']),
});

export const filtersOf = ({ page: _, limit: _size, after: _place, ...filters }: Cut): Filters =>
  Object.fromEntries(
    Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );

/** Whether anything but the page is chosen. */
export const isFiltered = (search: Cut): boolean => Object.keys(filtersOf(search)).length > 0;
