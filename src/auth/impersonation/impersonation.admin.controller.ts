import { Delete, Post } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import {
  AdminController,
  CurrentActor,
  CurrentPrincipal,
  type Principal,
  type SessionActor,
  userOf,
} from '../../platform/access/principal.js';
import { IdParam } from '../../platform/http/request-fields.js';
import { Creates } from '../../platform/limits/index.js';
import { Answers } from '../../platform/openapi/index.js';
import { LocalTime } from '../../platform/openapi/response-fields.js';
import { Calendar } from '../../platform/time/calendar.js';
import { ReadOnlyImpersonation } from './impersonation.js';

class OpenedView {
  @ApiProperty({ type: 'integer', example: 7 }) user_id!: number;
  @LocalTime() expires_at!: string;
}

@AdminController('api/admin/users/:id/view')
export class ImpersonationAdminController {
  constructor(
    private readonly views: ReadOnlyImpersonation,
    private readonly calendar: Calendar,
  ) {}

  @Post()
  @Creates()
  @Answers(OpenedView, {
    summary: {
      id: 'Mulai melihat akun seperti pemiliknya',
      en: 'Start read-only impersonation of an account',
    },
    about:
      'For half an hour, with the header `X-Sandi-View: <id>`, the `GET /api/account/…` routes of the dashboard return what the owner would see. The security log shows it to the owner. All other requests with that header are rejected.',
  })
  async beginAccountView(@IdParam() id: number, @CurrentActor() actor: SessionActor) {
    const expiresAt = await this.views.begin(actor, id);
    return { user_id: id, ...this.calendar.fields('expires_at', expiresAt) };
  }

  @Delete()
  @Answers(null, {
    summary: { id: 'Selesai melihat akun', en: 'End read-only impersonation of an account' },
    about: 'Ends the impersonation, if this session views this account.',
  })
  endAccountView(@IdParam() id: number, @CurrentPrincipal() who: Principal) {
    return this.views.end(userOf(who), id);
  }
}
