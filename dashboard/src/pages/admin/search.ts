type Raw = Record<string, unknown>;

interface Paged {
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
  action?: string;
  target?: string;
}

export interface DevicesSearch extends Paged {
  /** The page of the alerts. */
  alerts?: number;
}

export const MESSAGE_STATUSES = ['pending', 'sent', 'delivered', 'failed'] as const;
type MessageStatus = (typeof MESSAGE_STATUSES)[number];

const SEARCH_MAX = 100;
/** An action such as `user.suspend`, a target such as `user:7`. */
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

export const readAuditSearch = (raw: Raw): AuditSearch => ({
  ...readPageSearch(raw),
  ...whole('actor_id', raw),
  ...text('action', raw, (value) => WORD.test(value)),
  ...text('target', raw, (value) => WORD.test(value)),
});

export const readDevicesSearch = (raw: Raw): DevicesSearch => ({
  ...readPageSearch(raw),
  ...whole('alerts', raw),
});

/** Whether anything but the page is chosen. */
export const isFiltered = ({ page: _, ...filters }: Paged): boolean => Object.keys(filters).length > 0;

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
