import { oneOf, type Paged, type Raw, readPage, text, whole } from '../../api/search';
import { ACTIONS, type AuditAction } from '../../components/audit/actions';

/** What narrows a list, as its fields and the address write it. */
export type Filters = Readonly<Record<string, string>>;

export interface UsersSearch extends Paged {
  search?: string | undefined;
}

export interface MessagesSearch extends Paged {
  user_id?: number | undefined;
  status?: (typeof MESSAGE_STATUSES)[number] | undefined;
}

export interface AuditSearch extends Paged {
  actor_id?: number | undefined;
  user_id?: number | undefined;
  action?: AuditAction | undefined;
  target?: string | undefined;
}

interface DevicesSearch extends Paged {
  /** The page of the alerts. */
  alerts?: number | undefined;
}

export const MESSAGE_STATUSES = ['pending', 'sent', 'delivered', 'failed'] as const;

const SEARCH_MAX = 100;
/** A target such as `user:7`. */
const WORD = /^[\w.:-]{1,60}$/;

export const readUsersSearch = (raw: Raw): UsersSearch => ({
  ...readPage(raw),
  search: text(raw['search'], (written) => written !== '' && written.length <= SEARCH_MAX),
});

export const readMessagesSearch = (raw: Raw): MessagesSearch => ({
  ...readPage(raw),
  user_id: whole(raw['user_id']),
  status: oneOf(MESSAGE_STATUSES, raw['status']),
});

export const readAuditSearch = (raw: Raw): AuditSearch => ({
  ...readPage(raw),
  actor_id: whole(raw['actor_id']),
  user_id: whole(raw['user_id']),
  action: oneOf(ACTIONS, raw['action']),
  target: text(raw['target'], (written) => WORD.test(written)),
});

export const readDevicesSearch = (raw: Raw): DevicesSearch => ({
  ...readPage(raw),
  alerts: whole(raw['alerts']),
});

export const filtersOf = ({ page: _, ...filters }: Paged): Filters =>
  Object.fromEntries(
    Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );

/** Whether anything but the page is chosen. */
export const isFiltered = (search: Paged): boolean => Object.keys(filtersOf(search)).length > 0;
