import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { FromField, ToField } from '../common/http/day-fields.js';
import { Check } from '../common/http/index.js';
import { PageOf, PageQuery } from '../common/http/page.js';
import { CREDIT_KINDS, type CreditKind } from './credit-entry.entity.js';
import { type Direction, DIRECTIONS } from './ledger-filter.rules.js';

const OneOf = (words: readonly string[], description?: string) =>
  applyDecorators(
    ApiProperty({ required: false, enum: words, description }),
    Check('parameter_invalid', (value) => value === undefined || words.some((word) => word === value)),
  );

/** Which lines of a ledger, all pages at once. */
export class LedgerQuery {
  @OneOf(CREDIT_KINDS) kind?: CreditKind;
  @OneOf(DIRECTIONS, 'in: what adds credit; out: what takes it') direction?: Direction;
  @FromField() from?: string;
  @ToField() to?: string;
}

export class LedgerPageQuery extends PageQuery {
  @OneOf(CREDIT_KINDS) kind?: CreditKind;
  @OneOf(DIRECTIONS, 'in: what adds credit; out: what takes it') direction?: Direction;
  @FromField() from?: string;
  @ToField() to?: string;
}

export class CreditEntryItem {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'integer', description: 'Signed: a charge is negative', example: -200 })
  amount!: number;
  @ApiProperty({ type: 'integer' }) balance_after!: number;
  @ApiProperty({ enum: CREDIT_KINDS }) kind!: CreditKind;
  @ApiProperty({ type: 'integer', nullable: true, description: 'The id of the message in the history' })
  message_id!: number | null;
  @ApiProperty({ type: 'string', nullable: true }) note!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Of a top-up that the account had asked for' })
  top_up_request_id!: number | null;
  @ApiProperty({ example: '2026-01-31 13:45:00' }) created_at!: string;
}

export class CreditEntryPage extends PageOf(CreditEntryItem) {
  @ApiProperty({
    description: 'Of a narrowed list no more than 1000 are counted and paged: true where there are more',
  })
  capped!: boolean;
}
