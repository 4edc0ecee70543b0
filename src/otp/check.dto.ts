import { ApiProperty } from '@nestjs/swagger';
import { CodeField, PhoneField } from './fields.js';

export class CheckOtpDto {
  @PhoneField() phone!: string;
  @CodeField() otp_code!: string;
}

export class CheckResult {
  @ApiProperty({ description: 'true satu kali saja untuk setiap kode yang benar' }) valid!: boolean;
}
