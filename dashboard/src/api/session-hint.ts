/**
 * localStorage key with the ID of the logged-in user, so that a first visit sends no requests and tabs notice
 * logins and logouts. It holds no secret: the cookie is HttpOnly.
 */
export const SESSION_HINT = 'sandi.signed-in';
