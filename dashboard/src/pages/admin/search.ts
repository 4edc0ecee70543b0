import { ACTIONS, type AuditAction } from '../../components/audit/actions';

type Raw = Record<string, unknown>;

/** What narrows a list, as its fields and the address write it. */
export type Filters = Readonly<Record<string, string>>;

export interface Paged {
  page?: number;
}

export interface UsersSearch extends Paged {
  search?: string;
}

export interface MessagesSearch extends Paged {
  user_id?: number;
  status?: MessageStatus;
}

export interface AuditSearch extends Paged {
  actor_id?: number;
  user_id?: number;
  action?: AuditAction;
  target?: string;
}

export interface DevicesSearch extends Paged {
  /** The page of the alerts. */
  alerts?: number;
}

export const MESSAGE_STATUSES = ['pending', 'sent', 'delivered', 'failed'] as const;
type MessageStatus = (typeof MESSAGE_STATUSES)[number];

const SEARCH_MAX = 100;
/** A target such as `user:7`. */
const WORD = /^[\w.:-]{1,60}$/;

export const readPageSearch = (raw: Raw): Paged => whole('page', raw);

export const readUsersSearch = (raw: Raw): UsersSearch => ({
  ...readPageSearch(raw),
  ...text('search', raw, (value) => value !== '' && value.length <= SEARCH_MAX),
});

export const readMessagesSearch = (raw: Raw): MessagesSearch => {
  const status = MESSAGE_STATUSES.find((known) => known === raw['status']);
  return { ...readPageSearch(raw), ...whole('user_id', raw), ...(status && { status }) };
};

export const readAuditSearch = (raw: Raw): AuditSearch => {
  const action = ACTIONS.find((known) => known === raw['action']);
  return {
    ...readPageSearch(raw),
    ...whole('actor_id', raw),
    ...whole('user_id', raw),
    ...(action && { action }),
    ...text('target', raw, (value) => WORD.test(value)),
  };
};

export const readDevicesSearch = (raw: Raw): DevicesSearch => ({
  ...readPageSearch(raw),
  ...whole('alerts', raw),
});

export const filtersOf = ({ page: _, ...filters }: Paged): Filters =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]));

/** Whether anything but the page is chosen. */
export const isFiltered = (search: Paged): boolean => Object.keys(filtersOf(search)).length > 0;

function whole<Name extends string>(name: Name, raw: Raw): Partial<Record<Name, number>> {
  const value = Number(raw[name]);
  return Number.isSafeInteger(value) && value > 0 ? ({ [name]: value } as Record<Name, number>) : {};
}

/** The router reads a text of digits alone as a number. */
function text<Name extends string>(name: Name, raw: Raw, accepts: (value: string) => boolean) {
  const value = raw[name];
  const written = typeof value === 'number' ? String(value) : value;
  const isText = typeof written === 'string' && accepts(written);
  return (isText ? { [name]: written } : {}) as Partial<Record<Name, string>>;
}
