import { Check, orAbsent } from '../platform/http/index.js';
import { RequiredField } from '../platform/http/request-fields.js';
import { Field, OrNull } from '../platform/openapi/response-fields.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { isSigningSecret } from '../platform/security/standard-webhook.rules.js';

const SIGNING_KEY = /^[\x21-\x7e]{16,128}$/;

const isString = (value: unknown) => typeof value === 'string';
const isSigningKey = (value: unknown) =>
  typeof value === 'string' && SIGNING_KEY.test(value) && isSigningSecret(value);

export class HookSecretDto extends ConfirmedDto {
  @Field('Company name for hooks that do not name one; null: delete it; omitted: unchanged', {
    required: false,
    type: 'string',
    nullable: true,
    maxLength: 20,
    example: 'Toko Budi',
  })
  @Check('company_name_invalid', orAbsent(isString))
  company_name?: string | null;
}

export class HookSigningKeyDto extends HookSecretDto {
  @RequiredField(isSigningKey, {
    minLength: 16,
    maxLength: 128,
    example: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    description: 'The signing key of ZITADEL, or a Standard Webhooks secret of other software',
  })
  signing_key!: string;
}

export class HookAddress {
  @Field('Address to enter in the settings of the auth server', {
    example: 'https://otp.example.com/api/hooks/generic?key_id=3',
  })
  url!: string;
  @OrNull('string', 'Company name for hooks that do not name one; null: not set', { example: 'Toko Budi' })
  company_name!: string | null;
}

export class NewHookSecret extends HookAddress {
  @Field('Shown only once', { example: 'v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }) secret!: string;
}
