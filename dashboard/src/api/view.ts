import { MARK } from './mark';

const STORED = 'sandi.view';

/**
 * The number of the account that an administrator looks at in this tab, as long as this document lives; null: it is their
 * own. A look begins and ends with a page load, so nothing of one account is ever beside the other.
 */
export const viewed = localStorage.getItem(MARK) && sessionStorage.getItem(STORED);

export const rememberView = (id: number): void => sessionStorage.setItem(STORED, String(id));

/** In the address of the account's page, for whom the time of a look has brought back there. */
export const VIEW_OVER = 'view-over';

/** From the next page load on. */
export const forgetView = (): void => sessionStorage.removeItem(STORED);
