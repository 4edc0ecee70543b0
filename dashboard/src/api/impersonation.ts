import { SESSION_HINT } from './session-hint';

const STORED = 'sandi.view';

/**
 * The ID of the account that an administrator impersonates in this tab; null without impersonation. It
 * changes only with a page load, so data of two accounts never mixes.
 */
export const impersonatedId = localStorage.getItem(SESSION_HINT) && sessionStorage.getItem(STORED);

export const setImpersonation = (id: number): void => sessionStorage.setItem(STORED, String(id));

/** URL fragment of the account's page after an impersonation has expired. */
export const IMPERSONATION_ENDED = 'view-over';

/** Ends the impersonation with the next page load. */
export const clearImpersonation = (): void => sessionStorage.removeItem(STORED);
