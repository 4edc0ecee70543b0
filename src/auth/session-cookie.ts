import type { FastifyRequest } from 'fastify';
import { bearerOf, isMissing } from '../common/bearer.js';
import type { Config } from '../common/config/index.js';

export const SESSION_COOKIE = 'sandi_session';

/** Says that the dashboard's own pages sent a request; those of another site cannot without our leave. */
const CLIENT_HEADER = 'x-sandi-client';
const DASHBOARD = 'dashboard';

/** The attributes of the session cookie: no script reads it, no other site sends it, nothing but the API gets it. */
export const cookieAttributes = ({ isProduction, publicUrl }: Config) => ({
  path: '/api',
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: isProduction || publicUrl.startsWith('https:'),
});

/** The user token of a request: of its Authorization header, or else of the dashboard's cookie. */
export function userTokenOf(request: FastifyRequest): string | null {
  const { authorization } = request.headers;
  return authorization === undefined ? sessionTokenOf(request) : bearerOf(authorization);
}

/** Whether a request shows a user token at all, good or bad. */
export function showsUserToken(request: FastifyRequest): boolean {
  return userTokenOf(request) !== null || !isMissing(request.headers.authorization);
}

/** The cookie is believed only of the dashboard's own requests: a browser adds it to whatever a page makes it send. */
function sessionTokenOf({ headers, cookies }: FastifyRequest): string | null {
  if (headers[CLIENT_HEADER] !== DASHBOARD) return null;
  // Browsers that do not tell are kept out by the header above alone: it takes a preflight that is never granted.
  if ((headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') return null;
  return cookies[SESSION_COOKIE] || null;
}
