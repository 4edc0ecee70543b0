/** The header by which an administrator's request asks for what the owner of an account sees. */
export const VIEW_HEADER = 'x-sandi-view';

/** Why a request that carries it is refused before anything is looked up; undefined: it is not. */
export type ViewRefusal = 'view_read_only' | 'view_not_open';

interface Asked {
  /** As it came: twice the header is a list. */
  header: string | string[];
  method: string;
  /** Whether the route is one that may be looked at. */
  isViewable: boolean;
  isAdmin: boolean;
}

/** The number of the account that is asked for, or why not. Whatever is not plainly a look is refused, and never done as anybody. */
export function viewAsked({ header, method, isViewable, isAdmin }: Asked): number | ViewRefusal {
  if (!isAdmin) return 'view_not_open';
  if (method !== 'GET' || !isViewable) return 'view_read_only';
  if (typeof header !== 'string' || !/^[1-9]\d{0,9}$/.test(header)) return 'view_not_open';
  const id = Number(header);
  return id <= 0x7fffffff ? id : 'view_not_open';
}
