import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Check, matches, Required } from '../common/http/index.js';
import { Phone } from '../common/phone.js';
import { BRAND_MAX, isBrandSafe, isBrandShort } from './brand.js';

/** The `message` of a success. */
export const SENT_MESSAGE = 'OTP berhasil dikirim.';

const isPhone = (value: unknown) => typeof value === 'string' && Phone.parse(value) !== undefined;

export class SendOtpDto {
  @ApiProperty({ example: '081234567890', description: '08… atau 62…, 10 sampai 15 digit' })
  @Required()
  @Check('phone_invalid', isPhone)
  phone!: string;

  @ApiProperty({ example: 'Toko Budi', maxLength: BRAND_MAX, description: 'Nama perusahaan atau brand' })
  @Required()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @Check('company_name_invalid', isBrandSafe)
  @Check('company_name_too_long', isBrandShort)
  company_name!: string;

  @ApiProperty({ example: '123456', pattern: '^[0-9]{4,10}$' })
  @Required()
  @Check('otp_code_invalid', matches(/^[0-9]{4,10}$/))
  otp_code!: string;
}

export class SendResult {
  @ApiProperty({ example: '3EB0AABBCCDDEEFF0011', description: 'ID pesan di gateway' }) message_id!: string;
  @ApiProperty({ example: '6281****7890' }) recipient!: string;
  @ApiProperty({ type: 'integer', example: 200 }) credit_used!: number;
  @ApiProperty({ type: 'integer', example: 9800 }) credit_balance!: number;
}
