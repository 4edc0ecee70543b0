import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Config } from '../config/index.js';
import { bearerOf, isMissing } from '../platform/access/bearer.js';

/** Marks requests of the dashboard: other sites cannot set it without CORS. */
const CLIENT_HEADER = 'x-sandi-client';
const DASHBOARD = 'dashboard';

/** A token that was sent and is never valid. */
const NO_TOKEN = '';

/** The cookie of the dashboard's token, and the requests that may use it. */
@Injectable()
export class SessionCookie {
  readonly name: string;
  /** No script reads it, no other site sends it; over plain http nothing but the API gets it. */
  readonly attributes: { path: string; httpOnly: true; sameSite: 'strict'; secure: boolean };

  /** Under the prefix `__Host-`, which browsers take over TLS and with the path / alone, no neighbour can plant one. */
  constructor({ isProduction, publicUrl }: Config) {
    const isHostOnly = publicUrl.startsWith('https:');
    this.name = isHostOnly ? '__Host-sandi_session' : 'sandi_session';
    this.attributes = {
      path: isHostOnly ? '/' : '/api',
      httpOnly: true,
      sameSite: 'strict',
      secure: isProduction || isHostOnly,
    };
  }

  /** The user token of a request: of its Authorization header, or else of the dashboard's cookie. */
  userTokenOf(request: FastifyRequest): string | null {
    const { authorization } = request.headers;
    return authorization === undefined ? this.sessionTokenOf(request) : bearerOf(authorization);
  }

  /** Whether a request shows a user token at all, good or bad. */
  showsUserToken(request: FastifyRequest): boolean {
    return this.userTokenOf(request) !== null || !isMissing(request.headers.authorization);
  }

  /** Only requests of the dashboard may use the cookie: browsers add it to requests of any page. */
  private sessionTokenOf({ headers, cookies }: FastifyRequest): string | null {
    if (headers[CLIENT_HEADER] !== DASHBOARD) return null;
    // Older browsers do not send it; the header above needs a preflight that we never grant.
    if ((headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') return null;
    if (this.countIn(headers.cookie) > 1) return NO_TOKEN;
    return cookies[this.name] || null;
  }

  /** If there are two cookies, an attacker has set one, and their order proves nothing. */
  private countIn(header = ''): number {
    return header.split(';').filter((pair) => pair.split('=', 1)[0]?.trim() === this.name).length;
  }
}
