import { Controller, Delete, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerOf } from '../platform/access/bearer.js';
import {
  CurrentPrincipal,
  DuringEnrolment,
  type Principal,
  Public,
  RequiresUser,
  userOf,
} from '../platform/access/principal.js';
import { AppError } from '../platform/errors/index.js';
import { Answers } from '../platform/openapi/index.js';
import { ProfileView, UsersService } from '../users/index.js';
import { AuthService } from './auth.service.js';
import { SessionCookie } from './session-cookie.js';
import { Tokens } from './tokens.js';

/** Keeps the dashboard's user token in a cookie that no script can read. */
@ApiTags('Auth')
@Controller('api/auth/session')
export class SessionController {
  constructor(
    private readonly auth: AuthService,
    private readonly users: UsersService,
    private readonly tokens: Tokens,
    private readonly cookie: SessionCookie,
  ) {}

  /** Moves the user token of the Authorization header into a cookie, for as long as the token lives. */
  @Post()
  @RequiresUser()
  @DuringEnrolment()
  @Answers(ProfileView, {
    summary: { id: 'Simpan token di cookie sesi dashboard', en: 'Store the token in a cookie' },
    about:
      'For the dashboard: the cookie is HttpOnly, and is accepted only with the header `X-Sandi-Client: dashboard`.',
  })
  async openSession(
    @CurrentPrincipal() who: Principal,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const token = bearerOf(request.headers.authorization);
    if (token === null) throw new AppError('token_missing', { logDetail: 'a session cannot renew itself' });
    const user = await this.users.profile(userOf(who).memberId);
    const maxAge = this.tokens.secondsLeft(token);
    reply.setCookie(this.cookie.name, token, { ...this.cookie.attributes, maxAge });
    return user;
  }

  /** Ends the session of the token in the cookie or the header, if there is one, and clears the cookie. */
  @Delete()
  @Public()
  @Answers(null, {
    summary: { id: 'Keluar: akhiri sesi ini dan hapus cookie dashboard', en: 'Log out' },
    about: 'Ends the session of the token or the cookie, and clears the cookie.',
    message: { id: 'Anda telah keluar.', en: 'You are logged out.' },
  })
  async closeSession(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.auth.logOut(this.cookie.userTokenOf(request));
    reply.clearCookie(this.cookie.name, this.cookie.attributes);
  }
}
