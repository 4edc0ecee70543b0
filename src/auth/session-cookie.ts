import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Config } from '../config/index.js';
import { bearerOf, isMissing } from '../platform/access/bearer.js';

/** Says that the dashboard's own pages sent a request; those of another site cannot without our leave. */
const CLIENT_HEADER = 'x-sandi-client';
const DASHBOARD = 'dashboard';

/** What stands for a token that nobody can have: shown, and never good. */
const NO_TOKEN = '';

/** Where the dashboard's token is kept, and who may use it from there. */
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

  /** The cookie is believed only of the dashboard's own requests: a browser adds it to whatever a page makes it send. */
  private sessionTokenOf({ headers, cookies }: FastifyRequest): string | null {
    if (headers[CLIENT_HEADER] !== DASHBOARD) return null;
    // Browsers that do not tell are kept out by the header above alone: it takes a preflight that is never granted.
    if ((headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') return null;
    if (this.countIn(headers.cookie) > 1) return NO_TOKEN;
    return cookies[this.name] || null;
  }

  /** Of two, one was planted, and which of them comes first is not for us to know. */
  private countIn(header = ''): number {
    return header.split(';').filter((pair) => pair.split('=', 1)[0]?.trim() === this.name).length;
  }
}
