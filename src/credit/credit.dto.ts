import { ApiProperty } from '@nestjs/swagger';
import { Check, isWhole, orAbsent, Trimmed } from '../platform/http/index.js';
import { RequiredField } from '../platform/http/shared-fields.js';
import { OrNull } from '../platform/openapi/or-null.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { isLine, line } from '../platform/text/plain-text.rules.js';

export const AMOUNT_MAX = 1_000_000_000_000;

export class CreditView {
  @ApiProperty({ type: 'integer', example: 10000 }) credit_balance!: number;
  @ApiProperty({ enum: ['IDR'] }) currency!: string;
  @ApiProperty({ example: '1 IDR = 1 credit', description: 'Credits for one unit of the currency' })
  rate!: string;
}

class SpendingView {
  @ApiProperty({
    type: 'integer',
    example: 7,
    description: 'The whole days before today that were looked at',
  })
  days!: number;
  @ApiProperty({ type: 'integer', example: 8400, description: 'Spent on messages of those days' })
  credits!: number;
  @OrNull('integer', {
    example: 9,
    description: 'How many days the balance lasts at that pace; null: nothing was spent',
  })
  lasts_days!: number | null;
}

export class AccountCreditView extends CreditView {
  @OrNull('integer', {
    example: 2000,
    description: 'A balance below it is told (webhook credit.low and mail); null: never',
  })
  low_threshold!: number | null;
  @ApiProperty({
    type: SpendingView,
    nullable: true,
    description: 'Of the last seven whole days, or of those since the first message; null: fewer than two',
  })
  spending!: SpendingView | null;
}

export class LowThresholdDto {
  @OrNull('integer', {
    minimum: 0,
    maximum: AMOUNT_MAX,
    example: 2000,
    description: 'Alert when the balance falls below it, in credits; null: no alerts',
  })
  @Check('parameter_missing', (value) => value !== undefined)
  @Check('parameter_invalid', orAbsent(isWhole(0, AMOUNT_MAX)))
  low_threshold!: number | null;
}

export class MoveCreditDto extends ConfirmedDto {
  @RequiredField(
    (value) => Number.isSafeInteger(value) && value !== 0 && Math.abs(Number(value)) <= AMOUNT_MAX,
    {
      type: 'integer',
      minimum: -AMOUNT_MAX,
      maximum: AMOUNT_MAX,
      not: { enum: [0] },
      example: 50000,
      description: 'Positive: a top-up. Negative: an adjustment.',
    },
  )
  amount!: number;

  @Trimmed()
  @RequiredField(isLine(200), {
    example: 'Transfer BCA 31 Januari',
    ...line(200),
    description: 'Reason for the ledger, one line; the owner reads it',
  })
  note!: string;
}

export class CreditMoved {
  @ApiProperty({ type: 'integer' }) user_id!: number;
  @ApiProperty({ type: 'integer' }) credit_balance!: number;
}
