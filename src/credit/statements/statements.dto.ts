import { ApiProperty } from '@nestjs/swagger';
import { Check, Trimmed } from '../../platform/http/index.js';
import { IdField, PageOf, PageQuery } from '../../platform/http/request-fields.js';
import { LocalTime, OrNull, UtcTime } from '../../platform/openapi/response-fields.js';
import { isLine, isNote, LINE_OR_EMPTY_PATTERN, NOTE_PATTERN } from '../../platform/text/plain-text.rules.js';
import { PRICE_CHANNELS } from '../prices/price.rules.js';
import type { StatementPart } from './statement.entities.js';

class StatementOperatorView {
  @ApiProperty({ example: 'PT Sandi Jaya', description: 'Empty: not set' }) name!: string;
  @ApiProperty({ example: 'Jl. Merdeka 1', description: 'Several lines; empty: not set' }) address!: string;
  @ApiProperty({ example: '01.234.567.8-901.000', description: 'Empty: not set' }) tax_number!: string;
}

class StatementAccountView {
  @ApiProperty({ example: 'tokobudi' }) username!: string;
  @ApiProperty({ example: 'PT Toko Budi', description: 'Of the billing details, else of the account' })
  name!: string;
  @ApiProperty({ example: 'budi@example.com' }) email!: string;
  @ApiProperty({ example: 'Jl. Mawar 2', description: 'Several lines; empty: not set' }) address!: string;
  @ApiProperty({ example: '02.345.678.9-012.000', description: 'Empty: not set' }) tax_number!: string;
}

class StatementItem {
  @OrNull('string', { example: 'Toko Budi', description: 'null: of no message, or of one that was purged' })
  brand!: string | null;
  @OrNull('integer', { example: 7, description: 'null: as `brand`' }) api_key_id!: number | null;
  @OrNull('string', { example: 'server (…x9Qz)', description: 'Name and last characters of the key' })
  api_key!: string | null;
  @ApiProperty({
    enum: [...PRICE_CHANNELS, 'adjustment'],
    nullable: true,
    description:
      '`inbound`: inbound verifications; `adjustment`: what an administrator took off; null: of a message that was purged before it was counted',
  })
  channel!: StatementPart['channel'];
  @ApiProperty({ type: 'integer', example: 42, description: 'Messages and verifications that were charged' })
  messages!: number;
  @ApiProperty({ type: 'integer', example: 8400, description: 'Credit that was charged' }) charges!: number;
  @ApiProperty({ type: 'integer', example: 200, description: 'Credit that was refunded' }) refunds!: number;
}

export class StatementSummary {
  @ApiProperty({
    example: 'ST-2026-01-000123',
    description: 'The month, and a running number over all accounts',
  })
  number!: string;
  @ApiProperty({ example: '2026-01', description: 'A closed month, `YYYY-MM`' }) month!: string;
  @ApiProperty({ enum: ['IDR'] }) currency!: 'IDR';
  @ApiProperty({ type: 'integer', example: 10000, description: 'Balance at its beginning' })
  opening_balance!: number;
  @ApiProperty({ type: 'integer', example: 50000, description: 'Credit that was added' }) top_ups!: number;
  @ApiProperty({
    type: 'integer',
    example: 8400,
    description: 'With every `adjustment` of the ledger',
  })
  charges!: number;
  @ApiProperty({ type: 'integer', example: 200, description: 'Credit that was refunded' }) refunds!: number;
  @ApiProperty({
    type: 'integer',
    example: 51800,
    description: '`opening_balance` + `top_ups` - `charges` + `refunds`',
  })
  closing_balance!: number;
  @LocalTime({ description: 'When the month was closed' }) closed_at!: string;
  @UtcTime() closed_at_utc!: string;
}

export class StatementPage extends PageOf(StatementSummary) {}

export class StatementView extends StatementSummary {
  @ApiProperty({ format: 'date', example: '2026-01-01', description: 'Local, inclusive' }) first_day!: string;
  @ApiProperty({ format: 'date', example: '2026-01-31', description: 'Local, inclusive' }) last_day!: string;
  @ApiProperty({ type: StatementOperatorView, description: 'As of the closing' })
  operator!: StatementOperatorView;
  @ApiProperty({ type: StatementAccountView, description: 'As of the closing' })
  account!: StatementAccountView;
  @ApiProperty({ type: [StatementItem], description: 'Charges and refunds by brand, API key and channel' })
  items!: StatementItem[];
}

export class AdminStatementView extends StatementView {
  @ApiProperty({ type: 'integer', example: 7 }) user_id!: number;
}

export class AdminStatementPage extends PageOf(AdminStatementView) {}

export class AdminStatementsQuery extends PageQuery {
  @IdField('Only of this account') user_id?: number;
}

class StatementMonth {
  @ApiProperty({ example: '2026-01', description: 'A closed month, `YYYY-MM`' }) month!: string;
  @ApiProperty({ type: 'integer', example: 12, description: 'Accounts with a statement' })
  statements!: number;
  @ApiProperty({ type: 'integer', example: 120000, description: 'Balance at its beginning' })
  opening_balance!: number;
  @ApiProperty({ type: 'integer', example: 500000, description: 'Credit that was added' }) top_ups!: number;
  @ApiProperty({ type: 'integer', example: 84000, description: 'Credit that was charged' }) charges!: number;
  @ApiProperty({ type: 'integer', example: 2000, description: 'Credit that was refunded' }) refunds!: number;
  @ApiProperty({ type: 'integer', example: 538000, description: 'Balance at its end' })
  closing_balance!: number;
}

export class StatementMonthPage extends PageOf(StatementMonth) {
  @ApiProperty({ example: '2026-02', description: 'The month that closes next' }) open_month!: string;
}

export class BillingView {
  @ApiProperty({ example: 'PT Toko Budi', description: 'Empty: the name of the account' }) name!: string;
  @ApiProperty({ example: 'Jl. Mawar 2', description: 'Several lines; empty: none' }) address!: string;
  @ApiProperty({ example: '02.345.678.9-012.000', description: 'Free text; empty: none' })
  tax_number!: string;
}

const lineOrEmpty = (max: number) => (value: unknown) => value === '' || isLine(max)(value);

export class BillingDto {
  @ApiProperty({
    maxLength: 100,
    pattern: LINE_OR_EMPTY_PATTERN,
    example: 'PT Toko Budi',
    description: 'One line; empty: the name of the account',
  })
  @Trimmed()
  @Check('parameter_invalid', lineOrEmpty(100))
  name!: string;

  @ApiProperty({
    maxLength: 300,
    pattern: NOTE_PATTERN,
    example: 'Jl. Mawar 2',
    description: 'Several lines; empty: none',
  })
  @Trimmed()
  @Check('parameter_invalid', isNote(300))
  address!: string;

  @ApiProperty({
    maxLength: 60,
    pattern: LINE_OR_EMPTY_PATTERN,
    example: '02.345.678.9-012.000',
    description: 'One line of free text; empty: none',
  })
  @Trimmed()
  @Check('parameter_invalid', lineOrEmpty(60))
  tax_number!: string;
}
