import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Check, Required } from '../common/http/index.js';
import { LANGUAGES, type Language } from '../common/message-template.js';
import { BRAND_MAX, isBrandSafe, isBrandShort } from './brand.js';
import { CodeField, PhoneField } from './fields.js';

/** The `message` of a success. */
export const SENT_MESSAGE = 'OTP berhasil dikirim.';

export class SendOtpDto {
  @PhoneField() phone!: string;

  @ApiProperty({ example: 'Toko Budi', maxLength: BRAND_MAX, description: 'Nama perusahaan atau brand' })
  @Required()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @Check('company_name_invalid', isBrandSafe)
  @Check('company_name_too_long', isBrandShort)
  company_name!: string;

  @CodeField() otp_code!: string;

  @ApiProperty({ required: false, enum: LANGUAGES, default: 'id', description: 'Bahasa pesan' })
  @Check('parameter_invalid', (value) => LANGUAGES.includes(value as Language))
  language: Language = 'id';
}

export class SendResult {
  @ApiProperty({ example: '3EB0AABBCCDDEEFF0011', description: 'ID pesan di gateway' }) message_id!: string;
  @ApiProperty({ example: '6281****7890' }) recipient!: string;
  @ApiProperty({ type: 'integer', example: 200 }) credit_used!: number;
  @ApiProperty({ type: 'integer', example: 9800 }) credit_balance!: number;
}
