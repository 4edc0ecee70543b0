import { Delete, Get } from '@nestjs/common';
import type { UserActor } from '../../operations/audit/index.js';
import {
  CurrentActor,
  CurrentPrincipal,
  type Principal,
  type SessionActor,
  UserController,
} from '../../platform/access/principal.js';
import { IdParam } from '../../platform/http/request-fields.js';
import { Answers } from '../../platform/openapi/index.js';
import { Sessions, SessionView } from './sessions.service.js';

@UserController('Auth', 'api/auth/sessions')
export class SessionsController {
  constructor(private readonly sessions: Sessions) {}

  /** Newest use first. */
  @Get()
  @Answers(SessionView, {
    summary: { id: 'Sesi login akun ini', en: 'List the sessions of the account' },
    about: 'Each login with its device, address and last use.',
    list: true,
  })
  listSessions(@CurrentPrincipal() who: Principal) {
    return this.sessions.list(who);
  }

  /** `POST /api/auth/logout-all` ends this one too. */
  @Delete()
  @Answers(null, {
    summary: { id: 'Akhiri semua sesi lain', en: 'End all other sessions' },
    about: 'The session of this request stays.',
    message: { id: 'Semua sesi lain telah diakhiri.', en: 'All other sessions were ended.' },
  })
  endOtherSessions(@CurrentActor() owner: SessionActor) {
    return this.sessions.endOthers(owner);
  }

  @Delete(':id')
  @Answers(null, {
    summary: { id: 'Akhiri satu sesi', en: 'End a session' },
    about: 'Its token is refused from the next request on.',
    message: { id: 'Sesi telah diakhiri.', en: 'The session was ended.' },
  })
  endSession(@IdParam() id: number, @CurrentActor() owner: UserActor) {
    return this.sessions.end(owner, id);
  }
}
