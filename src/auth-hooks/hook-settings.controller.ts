import { Body, Post, Put } from '@nestjs/common';
import { CurrentActor, type SessionActor, UserController } from '../platform/access/principal.js';
import { IdParam } from '../platform/http/request-fields.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { Confirmation } from '../platform/security/confirmation.js';
import { HookAddress, HookSecretDto, HookSigningKeyDto, NewHookSecret } from './hook-settings.dto.js';
import { HookSettings } from './hook-settings.js';

const COMPANY_FAILURES = ['parameter_missing', 'company_name_invalid', 'company_name_too_long'] as const;

@UserController('API keys', 'api/account/api-keys')
export class HookSettingsController {
  constructor(
    private readonly settings: HookSettings,
    private readonly confirmation: Confirmation,
  ) {}

  /** Creates the secret that signs Supabase Auth's hooks of this key. It replaces the earlier secret at once. */
  @Post(':id/hook-secret')
  @Answers(NewHookSecret, {
    summary: { id: 'Buat secret hook untuk Supabase Auth', en: 'Create the hook secret of a key' },
    about: 'The hook secret is for Supabase Auth. Only this response contains it.',
    status: 201,
    message: {
      id: 'Secret hook dibuat. Simpan sekarang, secret tidak ditampilkan lagi.',
      en: 'The hook secret was created. Save it now: it is not shown again.',
    },
  })
  @Fails(...COMPANY_FAILURES)
  async renewHookSecret(
    @CurrentActor() owner: SessionActor,
    @IdParam() id: number,
    @Body() body: HookSecretDto,
  ) {
    await this.confirmation.require(owner, body.current_password);
    return this.settings.renewSecret(owner, id, body);
  }

  /** Stores the signing key of ZITADEL, which creates it. It replaces the earlier secret. */
  @Put(':id/hook-signing-key')
  @Answers(HookAddress, {
    summary: { id: 'Simpan signing key hook dari ZITADEL', en: 'Store the signing key of a hook' },
    about: 'Stores a signing key that the auth server generated, as ZITADEL does.',
    message: {
      id: 'Signing key disimpan. Secret hook sebelumnya tidak berlaku lagi.',
      en: 'The signing key was saved. The previous hook secret is no longer valid.',
    },
  })
  @Fails(...COMPANY_FAILURES)
  async storeHookSigningKey(
    @CurrentActor() owner: SessionActor,
    @IdParam() id: number,
    @Body() body: HookSigningKeyDto,
  ) {
    await this.confirmation.require(owner, body.current_password);
    return this.settings.storeSigningKey(owner, id, body);
  }
}
