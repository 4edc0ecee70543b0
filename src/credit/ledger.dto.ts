import { ApiProperty } from '@nestjs/swagger';
import { FromField, ToField } from '../platform/http/day-fields.js';
import { PageOf, PageQuery } from '../platform/http/page.js';
import { WordField } from '../platform/http/shared-fields.js';
import { LocalTime, UtcTime } from '../platform/openapi/moments.js';
import { OrNull } from '../platform/openapi/or-null.js';
import { CREDIT_KINDS, CREDIT_KINDS_ABOUT, type CreditKind } from './credit-entry.entity.js';
import { type Direction, DIRECTIONS } from './ledger-filter.rules.js';

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
