import { isText } from '../../platform/http/index.js';
import { RequiredField } from '../../platform/http/request-fields.js';
import { Field, LocalTimeOrNull } from '../../platform/openapi/response-fields.js';
import { ConfirmedDto } from '../../platform/security/confirmation.js';

const CODE_MAX = 64;

const CodeField = (description: string) =>
  RequiredField(isText(1, CODE_MAX), { example: '287082', maxLength: CODE_MAX, description });

export class SecondFactorView {
  @Field('true: logins ask for a code too') enabled!: boolean;
  @LocalTimeOrNull('Since when it is on; null: switched off') enabled_at!: string | null;
  @Field('Recovery codes that are not used yet', { example: 10 }) recovery_codes_left!: number;
  @Field('The operator requires it of this account') required!: boolean;
}

export class AdminSecondFactorView {
  @Field('true: logins to the account ask for a code too') enabled!: boolean;
}

export class Enrolment {
  @Field('Secret in Base32, to type in', { example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }) secret!: string;
  @Field('Content of the QR code', {
    example: 'otpauth://totp/Sandi:tokobudi?issuer=Sandi&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  })
  uri!: string;
}

export class RecoveryCodesView {
  @Field('Each replaces a code of the app once; shown only once', {
    type: [String],
    example: ['k3yqz-7mw2p'],
  })
  recovery_codes!: string[];
}

export class ProvenDto extends ConfirmedDto {
  @CodeField('Code from the authenticator app') code!: string;
}

export class SecondFactorLoginDto {
  @RequiredField(isText(1, 1024), {
    maxLength: 1024,
    example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.…',
    description: '`challenge` of the login response',
  })
  challenge!: string;

  @CodeField('Code from the authenticator app, or a recovery code') code!: string;
}
