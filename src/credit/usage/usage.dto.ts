import { ApiProperty } from '@nestjs/swagger';
import { FromField, OptionalField, ToField } from '../../platform/http/request-fields.js';
import { OrNull } from '../../platform/openapi/response-fields.js';
import { PRICE_CHANNELS, type PriceChannel } from '../prices/price.rules.js';
import { USAGE_GROUPS, type UsageGroup } from './usage.rules.js';

export const USAGE_ITEMS_MAX = 1000;

const WORDS = `(?:${USAGE_GROUPS.join('|')})`;
const GROUPS_PATTERN = `^${WORDS}(?:,${WORDS}){0,${USAGE_GROUPS.length - 1}}$`;
const isGroups = (value: unknown) => typeof value === 'string' && new RegExp(GROUPS_PATTERN).test(value);

export class UsageQuery {
  @FromField() from?: string;
  @ToField() to?: string;

  @OptionalField(isGroups, {
    pattern: GROUPS_PATTERN,
    default: 'month',
    example: 'month,brand',
    description: 'How to add up: `brand`, `key`, `channel`, `month`, or several with commas',
  })
  group_by?: string;
}

export class UsageAmountsView {
  @ApiProperty({
    type: 'integer',
    example: 42,
    description: 'Live messages and charged inbound verifications',
  })
  messages!: number;
  @ApiProperty({
    type: 'integer',
    example: 8400,
    description: 'Credits charged; a message that went on to another channel costs the price of that one',
  })
  charges!: number;
  @ApiProperty({
    type: 'integer',
    example: 200,
    description: 'Credits refunded in these days, also for messages of earlier days',
  })
  refunds!: number;
  @ApiProperty({ type: 'integer', example: 8200, description: '`charges` less `refunds`' }) net!: number;
}

export class UsageItem extends UsageAmountsView {
  @OrNull('string', {
    example: 'Toko Budi',
    description: 'null: not grouped by brand, or the message was purged before it was counted',
  })
  brand!: string | null;
  @OrNull('integer', { example: 7, description: 'null: as `brand`, for `key`' }) api_key_id!: number | null;
  @OrNull('string', { example: 'server (…x9Qz)', description: 'Name and last characters of the key' })
  api_key!: string | null;
  @ApiProperty({
    enum: PRICE_CHANNELS,
    nullable: true,
    description: '`inbound`: inbound verifications; null: as `brand`',
  })
  channel!: PriceChannel | null;
  @OrNull('string', { example: '2026-01', description: 'null: not grouped by month' }) month!: string | null;
}

export class UsageView extends UsageAmountsView {
  @ApiProperty({ enum: ['IDR'] }) currency!: 'IDR';
  @ApiProperty({ format: 'date', example: '2026-01-01', description: 'First day; default: of this month' })
  from!: string;
  @ApiProperty({ format: 'date', example: '2026-01-31', description: 'Last day; default: today' })
  to!: string;
  @ApiProperty({ enum: USAGE_GROUPS, isArray: true, description: 'As asked for' }) group_by!: UsageGroup[];
  @ApiProperty({
    type: [UsageItem],
    maxItems: USAGE_ITEMS_MAX,
    description: `The latest month first, then the largest charges; at most ${USAGE_ITEMS_MAX}`,
  })
  items!: UsageItem[];
  @ApiProperty({ description: 'true: there are more items. The totals count them.' }) capped!: boolean;
  @ApiProperty({
    description: 'false: ledger entries are still being added up, as after an upgrade or a flood of messages',
  })
  complete!: boolean;
}
