import { ApiProperty } from '@nestjs/swagger';
import {
  FromField,
  LineField,
  PageOf,
  PageQuery,
  RequiredField,
  ToField,
  WholeOrNullField,
  WordField,
} from '../platform/http/request-fields.js';
import { Field, LocalTime, OrNull } from '../platform/openapi/response-fields.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { CREDIT_KINDS, CREDIT_KINDS_ABOUT, type CreditKind } from './credit.entities.js';
import { type Direction, DIRECTIONS } from './ledger-filter.rules.js';

export const AMOUNT_MAX = 1_000_000_000_000;

export class CreditView {
  @ApiProperty({ type: 'integer', example: 10000 }) credit_balance!: number;
  @ApiProperty({ enum: ['IDR'] }) currency!: string;
  @Field('Credits for one unit of the currency', { example: '1 IDR = 1 credit' }) rate!: string;
}

class SpendingView {
  @Field('Number of whole days before today that these figures cover', { example: 7 }) days!: number;
  @Field('Credits spent on messages of those days', { example: 8400 }) credits!: number;
  @OrNull('integer', 'How many days the balance lasts at that pace; null: nothing was spent', { example: 9 })
  lasts_days!: number | null;
}

export class AccountCreditView extends CreditView {
  @OrNull(
    'integer',
    'When the balance falls below it, Sandi sends the webhook credit.low and a mail; null: never',
    { example: 2000 },
  )
  low_threshold!: number | null;
  @OrNull(
    'integer',
    'When the balance lasts fewer days (spending.lasts_days), Sandi sends a mail; null: never',
    {
      example: 3,
    },
  )
  low_runway_days!: number | null;
  @Field(
    'Spending of the last seven whole days, or of the days since the first message; null: fewer than two days',
    {
      type: SpendingView,
      nullable: true,
    },
  )
  spending!: SpendingView | null;
}

const LOW_RUNWAY_DAYS_MAX = 30;

export class LowCreditDto {
  @WholeOrNullField(
    [0, AMOUNT_MAX],
    2000,
    'Alert when the balance falls below it, in credits; null: no alerts',
  )
  low_threshold?: number | null;

  @WholeOrNullField(
    [1, LOW_RUNWAY_DAYS_MAX],
    3,
    'Mail when the balance lasts fewer days at the pace of the last seven; null: no mail',
  )
  low_runway_days?: number | null;
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

  @LineField(200, 'Transfer BCA 31 Januari', 'Reason for the ledger, one line; the owner reads it')
  note!: string;
}

export class CreditMoved {
  @ApiProperty({ type: 'integer' }) user_id!: number;
  @ApiProperty({ type: 'integer' }) credit_balance!: number;
}

export class LedgerQuery {
  @WordField(CREDIT_KINDS, `Only entries of this kind. ${CREDIT_KINDS_ABOUT}`) kind?: CreditKind;
  @WordField(DIRECTIONS, 'in: entries that add credit; out: entries that take credit') direction?: Direction;
  @FromField() from?: string;
  @ToField() to?: string;
}

export class LedgerPageQuery extends PageQuery {
  @WordField(CREDIT_KINDS, `Only entries of this kind. ${CREDIT_KINDS_ABOUT}`) kind?: CreditKind;
  @WordField(DIRECTIONS, 'in: entries that add credit; out: entries that take credit') direction?: Direction;
  @FromField() from?: string;
  @ToField() to?: string;
}

export class CreditEntryItem {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'integer', description: 'Credits; a charge is negative', example: -200 })
  amount!: number;
  @Field('Balance after this entry, in credits') balance_after!: number;
  @Field(CREDIT_KINDS_ABOUT, { enum: CREDIT_KINDS }) kind!: CreditKind;
  @OrNull('integer', 'The id of the message in the history') message_id!: number | null;
  @OrNull(
    'string',
    'The `reference` of the message; null: the entry has no message, or the message was purged',
    { example: 'otp_01KAXW6Q3V8Z5M2B7N4C9D0E1F' },
  )
  reference!: string | null;
  @OrNull('string', 'Masked recipient of the message; null if `reference` is null', {
    example: '6281****7890',
  })
  recipient!: string | null;
  @OrNull('string', 'The administrator’s note; null: none') note!: string | null;
  @OrNull('integer', 'Id of the top-up request that led to this entry; null: none') top_up_request_id!:
    number | null;
  @LocalTime() created_at!: string;
  created_at_utc!: string;
}

export class CreditEntryPage extends PageOf(CreditEntryItem) {
  @Field('true: the list is filtered and has more than 1000 entries; only 1000 are counted and paged')
  capped!: boolean;
}
