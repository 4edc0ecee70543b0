import { ApiProperty } from '@nestjs/swagger';
import { ApiKeyField, CodeField, PhoneField } from './fields.js';

export class CheckOtpDto {
  @PhoneField() phone!: string;
  @CodeField() otp_code!: string;
}

/** The owner of a key in person says which one. */
export class AccountCheckDto extends CheckOtpDto {
  @ApiKeyField() api_key_id!: number;
}

export class CheckResult {
  @ApiProperty({ description: 'true once only for each right code' }) valid!: boolean;
}
