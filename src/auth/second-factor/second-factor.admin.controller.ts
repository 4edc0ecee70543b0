import { Body, Get, Post } from '@nestjs/common';
import { AdminController, CurrentActor, type SessionActor } from '../../platform/access/principal.js';
import { IdParam } from '../../platform/http/request-fields.js';
import { Answers, Fails } from '../../platform/openapi/index.js';
import { ConfirmedDto } from '../../platform/security/confirmation.js';
import { AdminSecondFactorView } from './second-factor.dto.js';
import { SecondFactorRemoval } from './second-factor-removal.js';

@AdminController('api/admin/users/:id')
export class SecondFactorAdminController {
  constructor(private readonly removal: SecondFactorRemoval) {}

  @Get('second-factor')
  @Answers(AdminSecondFactorView, {
    summary: {
      id: 'Apakah pengguna memakai verifikasi dua langkah',
      en: 'Check whether a user has a second factor',
    },
    about: 'Nothing of its secret is shown.',
  })
  getUserSecondFactor(@IdParam() id: number) {
    return this.removal.view(id);
  }

  /** Ends every token of the account too. */
  @Post('remove-second-factor')
  @Answers(null, {
    summary: {
      id: 'Matikan verifikasi dua langkah seorang pengguna',
      en: 'Remove the second factor of a user',
    },
    about: 'For somebody who lost the phone and the recovery codes. Audited.',
    message: {
      id: 'Verifikasi dua langkah pengguna dimatikan.',
      en: 'Two-step verification of the user was turned off.',
    },
  })
  @Fails('own_account', 'second_factor_disabled')
  removeUserSecondFactor(
    @IdParam() id: number,
    @Body() body: ConfirmedDto,
    @CurrentActor() actor: SessionActor,
  ) {
    return this.removal.remove(actor, id, body.current_password);
  }
}
