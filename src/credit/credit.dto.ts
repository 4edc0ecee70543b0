import { ApiProperty } from '@nestjs/swagger';
import { Check, isWhole, orAbsent, Trimmed } from '../platform/http/index.js';
import {
  FromField,
  PageOf,
  PageQuery,
  RequiredField,
  ToField,
  WordField,
} from '../platform/http/request-fields.js';
import { LocalTime, OrNull, UtcTime } from '../platform/openapi/response-fields.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { isLine, line } from '../platform/text/plain-text.rules.js';
import { CREDIT_KINDS, CREDIT_KINDS_ABOUT, type CreditKind } from './credit.entities.js';
import { type Direction, DIRECTIONS } from './ledger-filter.rules.js';

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
    description: 'Below it, the webhook credit.low and a mail are sent; null: never',
  })
  low_threshold!: number | null;
  @OrNull('integer', {
    example: 3,
    description: 'A mail is sent when the balance lasts fewer days (spending.lasts_days); null: never',
  })
  low_runway_days!: number | null;
  @ApiProperty({
    type: SpendingView,
    nullable: true,
    description: 'Of the last seven whole days, or of those since the first message; null: fewer than two',
  })
  spending!: SpendingView | null;
}

const LOW_RUNWAY_DAYS_MAX = 30;

export class LowCreditDto {
  @OrNull('integer', {
    required: false,
    minimum: 0,
    maximum: AMOUNT_MAX,
    example: 2000,
    description: 'Alert when the balance falls below it, in credits; null: no alerts',
  })
  @Check('parameter_invalid', orAbsent(isWhole(0, AMOUNT_MAX)))
  low_threshold?: number | null;

  @OrNull('integer', {
    required: false,
    minimum: 1,
    maximum: LOW_RUNWAY_DAYS_MAX,
    example: 3,
    description: 'Mail when the balance lasts fewer days at the pace of the last seven; null: no mail',
  })
  @Check('parameter_invalid', orAbsent(isWhole(1, LOW_RUNWAY_DAYS_MAX)))
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

/** Which lines of a ledger, all pages at once. */
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
  @ApiProperty({ type: 'integer', description: 'Balance after this entry, in credits' })
  balance_after!: number;
  @ApiProperty({ enum: CREDIT_KINDS, description: CREDIT_KINDS_ABOUT }) kind!: CreditKind;
  @OrNull('integer', { description: 'The id of the message in the history' })
  message_id!: number | null;
  @OrNull('string', {
    example: 'otp_01KAXW6Q3V8Z5M2B7N4C9D0E1F',
    description: 'The `reference` of the message; null: the line is of no message, or its message was purged',
  })
  reference!: string | null;
  @OrNull('string', {
    example: '6281****7890',
    description: 'To whom the message went, masked; null as `reference`',
  })
  recipient!: string | null;
  @OrNull('string', { description: 'What the administrator wrote; null: nothing' }) note!: string | null;
  @OrNull('integer', { description: 'Of a top-up that the account had asked for' })
  top_up_request_id!: number | null;
  @LocalTime() created_at!: string;
  @UtcTime() created_at_utc!: string;
}

export class CreditEntryPage extends PageOf(CreditEntryItem) {
  @ApiProperty({
    description: 'Of a narrowed list no more than 1000 are counted and paged: true where there are more',
  })
  capped!: boolean;
}
