import { ApiProperty } from '@nestjs/swagger';
import { Check, isText, Required, Trimmed } from '../common/http/index.js';
import { PageOf } from '../common/http/page.js';
import { ConfirmedDto } from '../common/security/confirmation.js';
import { CREDIT_KINDS, type CreditKind } from './credit-entry.entity.js';

const AMOUNT_MAX = 1_000_000_000_000;

export class CreditView {
  @ApiProperty({ type: 'integer', example: 10000 }) credit_balance!: number;
  @ApiProperty({ enum: ['IDR'] }) currency!: string;
  @ApiProperty({ example: '1 IDR = 1 credit' }) rate!: string;
}

export class AccountCreditView extends CreditView {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 2000,
    description: 'A balance below it is told (webhook credit.low and mail); null: never',
  })
  low_threshold!: number | null;
}

export class LowThresholdDto {
  @ApiProperty({ type: 'integer', minimum: 0, maximum: AMOUNT_MAX, nullable: true, example: 2000 })
  @Check('parameter_missing', (value) => value !== undefined)
  @Check(
    'parameter_invalid',
    (value) =>
      value === undefined ||
      value === null ||
      (Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= AMOUNT_MAX),
  )
  low_threshold!: number | null;
}

class CreditEntryItem {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'integer', description: 'Signed: a charge is negative', example: -200 })
  amount!: number;
  @ApiProperty({ type: 'integer' }) balance_after!: number;
  @ApiProperty({ enum: CREDIT_KINDS }) kind!: CreditKind;
  @ApiProperty({ type: 'integer', nullable: true, description: 'The id of the message in the history' })
  message_id!: number | null;
  @ApiProperty({ type: 'string', nullable: true }) note!: string | null;
  @ApiProperty({ example: '2026-01-31 13:45:00' }) created_at!: string;
}

export class CreditEntryPage extends PageOf(CreditEntryItem) {}

export class MoveCreditDto extends ConfirmedDto {
  @ApiProperty({
    type: 'integer',
    example: 50000,
    description: 'Positive: a top-up. Negative: an adjustment.',
  })
  @Required()
  @Check(
    'parameter_invalid',
    (value) => Number.isSafeInteger(value) && value !== 0 && Math.abs(Number(value)) <= AMOUNT_MAX,
  )
  amount!: number;

  @ApiProperty({ example: 'Transfer BCA 31 Januari', minLength: 1, maxLength: 200 })
  @Required()
  @Trimmed()
  @Check('parameter_invalid', isText(1, 200))
  note!: string;
}

export class CreditMoved {
  @ApiProperty({ type: 'integer' }) user_id!: number;
  @ApiProperty({ type: 'integer' }) credit_balance!: number;
}
