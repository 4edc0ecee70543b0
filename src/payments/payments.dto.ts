import { ApiProperty } from '@nestjs/swagger';
import { isOneOf } from '../platform/http/index.js';
import { RequiredField } from '../platform/http/request-fields.js';
import { Field, LocalTime, LocalTimeOrNull, OrNull } from '../platform/openapi/response-fields.js';
import { PAYMENT_STATUSES, type PaymentStatus } from './payments.rules.js';
import { PAYMENT_METHODS, type PaymentMethod, type ProviderName, PROVIDERS } from './providers/provider.js';

const METHODS_ABOUT = '`qris`: a QR code; `va_…`: a virtual account of this bank';

export class PaymentOptionsView {
  @Field('The payment providers that the operator has set up; empty: none, pay by transfer', {
    enum: PROVIDERS,
    isArray: true,
  })
  providers!: ProviderName[];

  @Field(METHODS_ABOUT, { enum: PAYMENT_METHODS, isArray: true }) methods!: PaymentMethod[];
}

export class CreatePaymentDto {
  @RequiredField(isOneOf(PROVIDERS), {
    enum: PROVIDERS,
    description: 'A payment provider that the operator has set up',
  })
  provider!: ProviderName;

  @RequiredField(isOneOf(PAYMENT_METHODS), { enum: PAYMENT_METHODS, description: METHODS_ABOUT })
  method!: PaymentMethod;
}

export class PaymentView {
  @ApiProperty({ type: 'integer', example: 31 }) id!: number;
  @Field('The payment provider', { enum: PROVIDERS }) provider!: ProviderName;
  @Field(METHODS_ABOUT, { enum: PAYMENT_METHODS }) method!: PaymentMethod;
  @Field('Credit in IDR; the provider may add a fee', { example: 50000 }) amount!: number;
  @Field('`pending`: not paid yet; `paid`; `expired`; `failed`: the provider could not create or accept it', {
    enum: PAYMENT_STATUSES,
  })
  status!: PaymentStatus;
  @OrNull('string', 'Text of the QR code to pay; null: none', { example: null }) qr_text!: string | null;
  @OrNull('string', 'Number of the virtual account; null: none', { example: '8277081234567' })
  pay_code!: string | null;
  @OrNull('string', "The provider's page to pay on; null: none", { example: null }) page_url!: string | null;
  @LocalTime('Until when it can be paid') expires_at!: string;
  @LocalTimeOrNull('When Sandi learned of the payment; null: not paid') paid_at!: string | null;
  @LocalTime() created_at!: string;
}
