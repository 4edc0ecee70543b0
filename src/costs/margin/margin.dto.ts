import { ApiProperty } from '@nestjs/swagger';
import { ChoiceField, FromField, ToField } from '../../platform/http/request-fields.js';
import { Field, OrNull } from '../../platform/openapi/response-fields.js';
import { MARGIN_GROUPS, type MarginGrouping } from './margin.rules.js';

export const MARGIN_DAYS_MAX = 366;
/** The most groups in a response. Further groups are summed in `others`. */
export const GROUPS_MAX = 500;

export class MarginQuery {
  @FromField() from?: string;
  @ToField() to?: string;
  @ChoiceField(MARGIN_GROUPS, 'month', 'What the rows are') group_by: MarginGrouping = 'month';
}

const rupiah = (description: string) => ApiProperty({ type: 'integer', description });
const count = (description: string) => ApiProperty({ type: 'integer', minimum: 0, description });

class CurrencyCost {
  @Field('ISO 4217', { example: 'USD' }) currency!: string;
  @Field('Known costs in this currency', { example: '12.345' }) amount!: string;
  @count('Messages with a cost in this currency') messages!: number;
  @count('Those of days without a rate, whose cost in rupiah is not known') messages_without_rate!: number;
}

export class MarginFigures {
  @count('Live messages that were sent, delivered or failed') messages!: number;
  @rupiah('Their charges less refunds, in Rp') revenue!: number;
  @count('Those whose cost in rupiah is not known') unknown_messages!: number;
  @rupiah('Charges less refunds of messages with a known cost, in Rp') known_revenue!: number;
  @rupiah('Known costs in Rp') cost!: number;
  @rupiah('`known_revenue` less `cost`, in Rp') margin!: number;
  @Field('Costs in the currencies that they have', { type: [CurrencyCost] }) currencies!: CurrencyCost[];
}

class MarginRow extends MarginFigures {
  @OrNull('string', 'Id of the account or device, channel or month; null: no device took them', {
    example: '2026-01',
  })
  key!: string | null;
  @OrNull('string', 'Of the account or device; null: it has none, or is gone') name!: string | null;
}

export class Margin {
  @Field('The first local day', { format: 'date', example: '2026-01-01' }) from!: string;
  @Field('The last local day', { format: 'date', example: '2026-01-31' }) to!: string;
  @Field('What the rows are', { enum: MARGIN_GROUPS }) group_by!: MarginGrouping;
  @count(
    'Messages of these days that are in no figure: of the last minutes, or purged before this release counted them',
  )
  missing_messages!: number;
  @Field('All together', { type: MarginFigures }) total!: MarginFigures;
  @Field('Months in order, others by revenue, highest first', { type: [MarginRow], maxItems: GROUPS_MAX })
  items!: MarginRow[];
  @Field(`All beyond the first ${GROUPS_MAX} together; null: there are no more`, {
    type: MarginFigures,
    nullable: true,
  })
  others!: MarginFigures | null;
}
