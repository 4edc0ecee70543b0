import { ApiProperty } from '@nestjs/swagger';
import { FromField, OptionalField, ToField } from '../../platform/http/request-fields.js';
import { Field, OrNull } from '../../platform/openapi/response-fields.js';
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
    description: 'How to group: `brand`, `key`, `channel`, `month`, or several, separated by commas',
  })
  group_by?: string;
}

export class UsageAmountsView {
  @Field('Live messages and charged inbound verifications', { example: 42 }) messages!: number;
  @Field('Credits charged; a message that went on to another channel costs the price of that one', {
    example: 8400,
  })
  charges!: number;
  @Field('Credits refunded in these days, also for messages of earlier days', { example: 200 })
  refunds!: number;
  @Field('`charges` less `refunds`', { example: 8200 }) net!: number;
}

export class UsageItem extends UsageAmountsView {
  @OrNull('string', 'null: not grouped by brand, or the message was purged before it was counted', {
    example: 'Toko Budi',
  })
  brand!: string | null;
  @OrNull('integer', 'null: not grouped by key, or the message was purged before it was counted', {
    example: 7,
  })
  api_key_id!: number | null;
  @OrNull('string', 'Name and last characters of the key', { example: 'server (…x9Qz)' })
  api_key!: string | null;
  @Field(
    '`inbound`: inbound verifications; null: not grouped by channel, or the message was purged before it was counted',
    {
      enum: PRICE_CHANNELS,
      nullable: true,
    },
  )
  channel!: PriceChannel | null;
  @OrNull('string', 'null: not grouped by month', { example: '2026-01' }) month!: string | null;
}

export class UsageView extends UsageAmountsView {
  @ApiProperty({ enum: ['IDR'] }) currency!: 'IDR';
  @Field('First day; default: the first day of this month', { format: 'date', example: '2026-01-01' })
  from!: string;
  @Field('Last day; default: today', { format: 'date', example: '2026-01-31' }) to!: string;
  @Field('As in the request', { enum: USAGE_GROUPS, isArray: true }) group_by!: UsageGroup[];
  @Field(`The latest month first, then the largest charges; at most ${USAGE_ITEMS_MAX}`, {
    type: [UsageItem],
    maxItems: USAGE_ITEMS_MAX,
  })
  items!: UsageItem[];
  @Field('true: there are more items. The totals count them.') capped!: boolean;
  @Field(
    'false: some ledger entries are not included yet, for example after an upgrade or a flood of messages',
  )
  complete!: boolean;
}
