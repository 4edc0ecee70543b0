import { ApiProperty } from '@nestjs/swagger';
import { isOneOf } from '../platform/http/index.js';
import { RequiredField } from '../platform/http/request-fields.js';
import { LocalTime, OrNull, UtcTime } from '../platform/openapi/response-fields.js';
import { PAYMENT_STATUSES, type PaymentStatus } from './payments.rules.js';
import { PAYMENT_METHODS, type PaymentMethod, type ProviderName, PROVIDERS } from './providers/provider.js';

const METHODS_ABOUT = '`qris`: a QR code; `va_…`: a virtual account of this bank';

export class PaymentOptionsView {
  @ApiProperty({
    enum: PROVIDERS,
    isArray: true,
    description: 'The payment providers that the operator has set up; empty: none, pay by transfer',
  })
  providers!: ProviderName[];

  @ApiProperty({ enum: PAYMENT_METHODS, isArray: true, description: METHODS_ABOUT })
  methods!: PaymentMethod[];
}

export class CreatePaymentDto {
  @RequiredField(isOneOf(PROVIDERS), { enum: PROVIDERS, description: 'One that the operator has set up' })
  provider!: ProviderName;

  @RequiredField(isOneOf(PAYMENT_METHODS), { enum: PAYMENT_METHODS, description: METHODS_ABOUT })
  method!: PaymentMethod;
}

export class PaymentView {
  @ApiProperty({ type: 'integer', example: 31 }) id!: number;
  @ApiProperty({ enum: PROVIDERS, description: 'Who takes the money' }) provider!: ProviderName;
  @ApiProperty({ enum: PAYMENT_METHODS, description: METHODS_ABOUT }) method!: PaymentMethod;
  @ApiProperty({
    type: 'integer',
    example: 50000,
    description: 'The credit; the provider may add its fee for the payer',
  })
  amount!: number;
  @ApiProperty({
    enum: PAYMENT_STATUSES,
    description: '`pending`: not paid yet; `paid`; `expired`; `failed`: the provider made or took none',
  })
  status!: PaymentStatus;
  @OrNull('string', { example: null, description: 'Text of the QR code to pay; null: none' })
  qr_text!: string | null;
  @OrNull('string', { example: '8277081234567', description: 'Number of the virtual account; null: none' })
  pay_code!: string | null;
  @OrNull('string', { example: null, description: "The provider's page to pay on; null: none" })
  page_url!: string | null;
  @LocalTime({ description: 'Until when it can be paid' }) expires_at!: string;
  @UtcTime() expires_at_utc!: string;
  @LocalTime({ nullable: true, description: 'When Sandi learned of the payment; null: not paid' })
  paid_at!: string | null;
  @UtcTime({ nullable: true }) paid_at_utc!: string | null;
  @LocalTime() created_at!: string;
  @UtcTime() created_at_utc!: string;
}
