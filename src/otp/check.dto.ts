import { ApiProperty } from '@nestjs/swagger';
import { CodeField, PhoneField } from './fields.js';

export class CheckOtpDto {
  @PhoneField() phone!: string;
  @CodeField() otp_code!: string;
}

export class CheckResult {
  @ApiProperty({ description: 'true once only for each right code' }) valid!: boolean;
}
