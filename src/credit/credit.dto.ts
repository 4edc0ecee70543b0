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
  @Field('The whole days before today that were looked at', { example: 7 }) days!: number;
  @Field('Spent on messages of those days', { example: 8400 }) credits!: number;
  @OrNull('integer', 'How many days the balance lasts at that pace; null: nothing was spent', { example: 9 })
  lasts_days!: number | null;
}

export class AccountCreditView extends CreditView {
  @OrNull('integer', 'Below it, the webhook credit.low and a mail are sent; null: never', { example: 2000 })
  low_threshold!: number | null;
  @OrNull('integer', 'A mail is sent when the balance lasts fewer days (spending.lasts_days); null: never', {
    example: 3,
  })
  low_runway_days!: number | null;
  @Field('Of the last seven whole days, or of those since the first message; null: fewer than two', {
    type: SpendingView,
    nullable: true,
  })
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
  @WordField(DIRECTIONS, 'in: what adds credit; out: what takes it') direction?: Direction;
  @FromField() from?: string;
  @ToField() to?: string;
}

export class LedgerPageQuery extends PageQuery {
  @WordField(CREDIT_KINDS, `Only entries of this kind. ${CREDIT_KINDS_ABOUT}`) kind?: CreditKind;
  @WordField(DIRECTIONS, 'in: what adds credit; out: what takes it') direction?: Direction;
  @FromField() from?: string;
  @ToField() to?: string;
}

export class CreditEntryItem {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'integer', description: 'Signed: a charge is negative', example: -200 })
  amount!: number;
  @Field('Balance after this entry, in credits') balance_after!: number;
  @Field(CREDIT_KINDS_ABOUT, { enum: CREDIT_KINDS }) kind!: CreditKind;
  @OrNull('integer', 'The id of the message in the history') message_id!: number | null;
  @OrNull(
    'string',
    'The `reference` of the message; null: the line is of no message, or its message was purged',
    { example: 'otp_01KAXW6Q3V8Z5M2B7N4C9D0E1F' },
  )
  reference!: string | null;
  @OrNull('string', 'To whom the message went, masked; null as `reference`', { example: '6281****7890' })
  recipient!: string | null;
  @OrNull('string', 'What the administrator wrote; null: nothing') note!: string | null;
  @OrNull('integer', 'Of a top-up that the account had asked for') top_up_request_id!: number | null;
  @LocalTime() created_at!: string;
  created_at_utc!: string;
}

export class CreditEntryPage extends PageOf(CreditEntryItem) {
  @Field('Of a narrowed list no more than 1000 are counted and paged: true where there are more')
  capped!: boolean;
}
