import { ApiProperty } from '@nestjs/swagger';
import { Check, Trimmed } from '../../platform/http/index.js';
import { IdField, PageOf, PageQuery } from '../../platform/http/request-fields.js';
import { Field, LocalTime, OrNull } from '../../platform/openapi/response-fields.js';
import { isLine, isNote, LINE_OR_EMPTY_PATTERN, NOTE_PATTERN } from '../../platform/text/plain-text.rules.js';
import { PRICE_CHANNELS } from '../prices/price.rules.js';
import type { StatementPart } from './statement.entities.js';

class StatementOperatorView {
  @Field('Empty: not set', { example: 'PT Sandi Jaya' }) name!: string;
  @Field('Several lines; empty: not set', { example: 'Jl. Merdeka 1' }) address!: string;
  @Field('Empty: not set', { example: '01.234.567.8-901.000' }) tax_number!: string;
}

class StatementAccountView {
  @ApiProperty({ example: 'tokobudi' }) username!: string;
  @Field('Name from the billing details, or of the account', { example: 'PT Toko Budi' }) name!: string;
  @ApiProperty({ example: 'budi@example.com' }) email!: string;
  @Field('Several lines; empty: not set', { example: 'Jl. Mawar 2' }) address!: string;
  @Field('Empty: not set', { example: '02.345.678.9-012.000' }) tax_number!: string;
}

class StatementItem {
  @OrNull('string', 'null: no message, or a purged one', { example: 'Toko Budi' })
  brand!: string | null;
  @OrNull('integer', 'null in the same cases as `brand`', { example: 7 }) api_key_id!: number | null;
  @OrNull('string', 'Name and last characters of the key', { example: 'server (…x9Qz)' })
  api_key!: string | null;
  @Field(
    '`inbound`: inbound verifications; `adjustment`: deductions by an administrator; null: messages that were purged before they were counted',
    { enum: [...PRICE_CHANNELS, 'adjustment'], nullable: true },
  )
  channel!: StatementPart['channel'];
  @Field('Messages and verifications that were charged', { example: 42 }) messages!: number;
  @Field('Credit that was charged', { example: 8400 }) charges!: number;
  @Field('Credit that was refunded', { example: 200 }) refunds!: number;
}

export class StatementSummary {
  @Field('The month, and a running number over all accounts', { example: 'ST-2026-01-000123' })
  number!: string;
  @Field('A closed month, `YYYY-MM`', { example: '2026-01' }) month!: string;
  @ApiProperty({ enum: ['IDR'] }) currency!: 'IDR';
  @Field('Balance at the beginning of the month', { example: 10000 }) opening_balance!: number;
  @Field('Credit that was added', { example: 50000 }) top_ups!: number;
  @Field('Credit that was charged, including every `adjustment` of the ledger', { example: 8400 })
  charges!: number;
  @Field('Credit that was refunded', { example: 200 }) refunds!: number;
  @Field('`opening_balance` + `top_ups` - `charges` + `refunds`', { example: 51800 })
  closing_balance!: number;
  @LocalTime('When the month was closed') closed_at!: string;
}

export class StatementPage extends PageOf(StatementSummary) {}

export class StatementView extends StatementSummary {
  @Field('Local date, inclusive', { format: 'date', example: '2026-01-01' }) first_day!: string;
  @Field('Local date, inclusive', { format: 'date', example: '2026-01-31' }) last_day!: string;
  @Field('The operator’s details when the month was closed', { type: StatementOperatorView })
  operator!: StatementOperatorView;
  @Field('The operator’s details when the month was closed', { type: StatementAccountView })
  account!: StatementAccountView;
  @Field('Charges and refunds by brand, API key and channel', { type: [StatementItem] })
  items!: StatementItem[];
}

export class AdminStatementView extends StatementView {
  @ApiProperty({ type: 'integer', example: 7 }) user_id!: number;
}

export class AdminStatementPage extends PageOf(AdminStatementView) {}

export class AdminStatementsQuery extends PageQuery {
  @IdField('Only statements of this account') user_id?: number;
}

class StatementMonth {
  @Field('A closed month, `YYYY-MM`', { example: '2026-01' }) month!: string;
  @Field('Accounts with a statement', { example: 12 }) statements!: number;
  @Field('Balance at the beginning of the month', { example: 120000 }) opening_balance!: number;
  @Field('Credit that was added', { example: 500000 }) top_ups!: number;
  @Field('Credit that was charged', { example: 84000 }) charges!: number;
  @Field('Credit that was refunded', { example: 2000 }) refunds!: number;
  @Field('Balance at the end of the month', { example: 538000 }) closing_balance!: number;
}

export class StatementMonthPage extends PageOf(StatementMonth) {
  @Field('The month that closes next', { example: '2026-02' }) open_month!: string;
}

export class BillingView {
  @Field('Empty: the name of the account', { example: 'PT Toko Budi' }) name!: string;
  @Field('Several lines; empty: none', { example: 'Jl. Mawar 2' }) address!: string;
  @Field('Free text; empty: none', { example: '02.345.678.9-012.000' }) tax_number!: string;
}

const lineOrEmpty = (max: number) => (value: unknown) => value === '' || isLine(max)(value);

export class BillingDto {
  @Field('One line; empty: the name of the account', {
    maxLength: 100,
    pattern: LINE_OR_EMPTY_PATTERN,
    example: 'PT Toko Budi',
  })
  @Trimmed()
  @Check('parameter_invalid', lineOrEmpty(100))
  name!: string;

  @Field('Several lines; empty: none', { maxLength: 300, pattern: NOTE_PATTERN, example: 'Jl. Mawar 2' })
  @Trimmed()
  @Check('parameter_invalid', isNote(300))
  address!: string;

  @Field('One line of free text; empty: none', {
    maxLength: 60,
    pattern: LINE_OR_EMPTY_PATTERN,
    example: '02.345.678.9-012.000',
  })
  @Trimmed()
  @Check('parameter_invalid', lineOrEmpty(60))
  tax_number!: string;
}
