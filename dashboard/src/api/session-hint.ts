/**
 * localStorage key with the ID of the logged-in user, so that a first visit sends no requests and tabs notice
 * logins and logouts. It holds no secret: the cookie is HttpOnly.
 */
export const SESSION_HINT = 'sandi.signed-in';

/** localStorage key with the requests of the home page that the role of the login does not allow. */
export const LEFT_OUT_HINT = 'sandi.left-out';

/** Requests of the home page that not every role may send, with their operations. */
export const RESTRICTED = [
  ['/api/account/api-keys', 'listApiKeys'],
  ['/api/account/webhooks', 'listWebhooks'],
  ['/api/account/history?mode=test&limit=1', 'listAccountHistory'],
] as const;

/** The value of {@link LEFT_OUT_HINT}. */
export const leftOutOf = (operations: readonly string[]): string =>
  RESTRICTED.flatMap(([address, operation]) => (operations.includes(operation) ? [] : address)).join(' ');
