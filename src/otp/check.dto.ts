import { Field } from '../platform/openapi/response-fields.js';
import { ApiKeyField, CodeField, PhoneField } from './fields.js';

export class CheckOtpDto {
  @PhoneField() phone!: string;
  @CodeField() otp_code!: string;
}

/** For the owner of a key, who names the key by its id. */
export class AccountCheckDto extends CheckOtpDto {
  @ApiKeyField() api_key_id!: number;
}

export class CheckResult {
  @Field('Whether the code is right; a right code is true only once') valid!: boolean;
}
