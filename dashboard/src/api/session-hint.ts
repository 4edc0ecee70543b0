/**
 * Says in localStorage that there may be a session, and whose by its number, so that a first visit asks nothing and tabs
 * know of each other. It holds no secret: the cookie is HttpOnly.
 */
export const SESSION_HINT = 'sandi.signed-in';
