import { ApiProperty } from '@nestjs/swagger';
import { ApiKeyField, CodeField, PhoneField } from './fields.js';

export class CheckOtpDto {
  @PhoneField() phone!: string;
  @CodeField() otp_code!: string;
}

/** For the owner of the key, who tells which key it is. */
export class AccountCheckDto extends CheckOtpDto {
  @ApiKeyField() api_key_id!: number;
}

export class CheckResult {
  @ApiProperty({ description: 'true once only for each right code' }) valid!: boolean;
}
