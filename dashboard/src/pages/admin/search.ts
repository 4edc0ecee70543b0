import {
  oneOf,
  type PageSearch,
  type Paging,
  type RawSearch,
  readPage,
  readPaging,
  text,
  whole,
} from '../../api/search';
import { type MessageSearch, readMessageSearch, textWithoutPhone } from '../../components/message-search';
import { isDay } from '../../components/periods.rules';

/** Filters as strings. */
export type Filters = Readonly<Record<string, string>>;

export interface UsersSearch extends Paging {
  search?: string | undefined;
  sort?: 'oldest' | 'username' | undefined;
}

/** Same names as pages/history/search.ts, because other pages link to both. */
export interface MessagesSearch extends MessageSearch {
  user_id?: number | undefined;
  mode?: (typeof MODES)[number] | undefined;
  device?: number | undefined;
}

export interface AuditSearch extends Paging {
  actor_id?: number | undefined;
  user_id?: number | undefined;
  /** Validated by the page, so that the list of actions is not in the initial bundle. */
  action?: string | undefined;
  target?: string | undefined;
}

export interface TopUpsSearch extends PageSearch {
  /** Undefined: open requests. */
  status?: (typeof TOP_UP_FILTERS)[number] | undefined;
}

export interface CostsSearch {
  /** Undefined: by month. */
  group?: (typeof MARGIN_GROUPS)[number] | undefined;
  /** Days, `YYYY-MM-DD`; undefined: of this month. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface DevicesSearch extends PageSearch {
  /** The page of the alerts. */
  alerts?: number | undefined;
}

export const MARGIN_GROUPS = ['month', 'account', 'channel', 'device'] as const;

export const MODES = ['live', 'test'] as const;

export const TOP_UP_FILTERS = ['open', 'confirmed', 'declined', 'all'] as const;

const SEARCH_MAX = 100;
/** A target such as `user:7`. */
const WORD = /^[\w.:-]{1,60}$/;

export const readCostsSearch = (raw: RawSearch): CostsSearch => {
  const group = oneOf(MARGIN_GROUPS, raw['group']);
  return {
    group: group === 'month' ? undefined : group,
    from: text(raw['from'], isDay),
    to: text(raw['to'], isDay),
  };
};

export const readUsersSearch = (raw: RawSearch): UsersSearch => ({
  ...readPaging(raw),
  search: textWithoutPhone(raw['search'], (written) => written !== '' && written.length <= SEARCH_MAX),
  sort: oneOf(['oldest', 'username'], raw['sort']),
});

export const readMessagesSearch = (raw: RawSearch): MessagesSearch => ({
  ...readMessageSearch(raw),
  user_id: whole(raw['user_id']),
  mode: oneOf(MODES, raw['mode']),
  device: whole(raw['device']),
});

export const readAuditSearch = (raw: RawSearch): AuditSearch => ({
  ...readPaging(raw),
  actor_id: whole(raw['actor_id']),
  user_id: whole(raw['user_id']),
  action: text(raw['action'], (written) => WORD.test(written)),
  target: textWithoutPhone(raw['target'], (written) => WORD.test(written)),
});

export const readTopUpsSearch = (raw: RawSearch): TopUpsSearch => ({
  ...readPage(raw),
  status: oneOf(TOP_UP_FILTERS, raw['status']),
});

export const readDevicesSearch = (raw: RawSearch): DevicesSearch => ({
  ...readPage(raw),
  alerts: whole(raw['alerts']),
});

export const filtersOf = ({ page: _, limit: _size, after: _place, ...filters }: Paging): Filters =>
  Object.fromEntries(
    Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );

/** Whether any filter is set. */
export const isFiltered = (search: Paging): boolean => Object.keys(filtersOf(search)).length > 0;
