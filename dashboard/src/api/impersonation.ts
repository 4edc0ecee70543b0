import { SESSION_HINT } from './session-hint';

const STORED = 'sandi.view';

/**
 * The number of the account that an administrator looks at in this tab, as long as this document lives; null: it is their
 * own. A look begins and ends with a page load, so nothing of one account is ever beside the other.
 */
export const impersonatedId = localStorage.getItem(SESSION_HINT) && sessionStorage.getItem(STORED);

export const setImpersonation = (id: number): void => sessionStorage.setItem(STORED, String(id));

/** In the address of the account's page, for whom the time of a look has brought back there. */
export const IMPERSONATION_ENDED = 'view-over';

/** From the next page load on. */
export const clearImpersonation = (): void => sessionStorage.removeItem(STORED);
