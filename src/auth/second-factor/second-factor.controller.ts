import { Body, Get, Post } from '@nestjs/common';
import {
  AdminController,
  AllowsImpersonation,
  CurrentActor,
  CurrentPrincipal,
  DuringEnrolment,
  type Principal,
  type SessionActor,
  UserController,
} from '../../platform/access/principal.js';
import { IdParam } from '../../platform/http/request-fields.js';
import { Answers, Fails } from '../../platform/openapi/index.js';
import { ConfirmedDto } from '../../platform/security/confirmation.js';
import {
  AdminSecondFactorView,
  Enrolment,
  ProvenDto,
  RecoveryCodesView,
  SecondFactorView,
} from './second-factor.dto.js';
import { SecondFactors } from './second-factors.service.js';

const FAILURES = [
  'parameter_missing',
  'parameter_invalid',
  'second_factor_wrong',
  'second_factor_locked',
] as const;

@UserController('Auth', 'api/auth/second-factor')
export class SecondFactorController {
  constructor(private readonly secondFactors: SecondFactors) {}

  @Get()
  @AllowsImpersonation()
  @DuringEnrolment()
  @Answers(SecondFactorView, {
    summary: { id: 'Keadaan verifikasi dua langkah', en: 'Get the state of the second factor' },
    about: 'Whether it is on, whether it is required, and the number of remaining recovery codes.',
  })
  getSecondFactor(@CurrentPrincipal() who: Principal) {
    return this.secondFactors.view(who);
  }

  /** Logins ask for no code until it is confirmed. Replaces an unconfirmed secret. */
  @Post()
  @DuringEnrolment()
  @Answers(Enrolment, {
    summary: {
      id: 'Mulai verifikasi dua langkah: rahasia untuk aplikasi autentikator',
      en: 'Start setting up a second factor',
    },
    about:
      'Returns the secret for the authenticator app. The second factor is active after its confirmation.',
  })
  @Fails('second_factor_enabled')
  beginSecondFactor(@CurrentPrincipal() who: Principal) {
    return this.secondFactors.begin(who);
  }

  /** With a code of the app, and the password however fresh the login is. */
  @Post('confirm')
  @DuringEnrolment()
  @Answers(RecoveryCodesView, {
    summary: { id: 'Aktifkan verifikasi dua langkah', en: 'Switch the second factor on' },
    about: 'Needs a code from the app. Returns ten recovery codes, which are never shown again.',
    message: {
      id: 'Verifikasi dua langkah aktif. Simpan kode pemulihan.',
      en: 'Two-step verification is on. Save the recovery codes.',
    },
  })
  @Fails('second_factor_enabled', ...FAILURES)
  confirmSecondFactor(@CurrentActor() owner: SessionActor, @Body() body: ProvenDto) {
    return this.secondFactors.confirm(owner, body);
  }

  @Post('recovery-codes')
  @Answers(RecoveryCodesView, {
    summary: { id: 'Buat kode pemulihan baru', en: 'Create new recovery codes' },
    about: 'Earlier recovery codes become invalid.',
    message: { id: 'Kode pemulihan baru dibuat.', en: 'New recovery codes were created.' },
  })
  @Fails('second_factor_disabled', ...FAILURES)
  renewRecoveryCodes(@CurrentActor() owner: SessionActor, @Body() body: ProvenDto) {
    return this.secondFactors.renewRecoveryCodes(owner, body);
  }

  @Post('disable')
  @Answers(null, {
    summary: { id: 'Matikan verifikasi dua langkah', en: 'Switch the second factor off' },
    about: 'Needs the password and a code.',
    message: { id: 'Verifikasi dua langkah dimatikan.', en: 'Two-step verification was turned off.' },
  })
  @Fails('second_factor_disabled', ...FAILURES)
  disableSecondFactor(@CurrentActor() owner: SessionActor, @Body() body: ProvenDto) {
    return this.secondFactors.disable(owner, body);
  }
}

@AdminController('api/admin/users/:id')
export class SecondFactorAdminController {
  constructor(private readonly secondFactors: SecondFactors) {}

  @Get('second-factor')
  @Answers(AdminSecondFactorView, {
    summary: {
      id: 'Apakah pengguna memakai verifikasi dua langkah',
      en: 'Check whether a user has a second factor',
    },
    about: 'The secret is not shown.',
  })
  getUserSecondFactor(@IdParam() id: number) {
    return this.secondFactors.adminView(id);
  }

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
    return this.secondFactors.remove(actor, id, body.current_password);
  }
}
