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
  @ChoiceField(MARGIN_GROUPS, 'month', 'The kind of the rows') group_by: MarginGrouping = 'month';
}

const rupiah = (description: string) => ApiProperty({ type: 'integer', description });
const count = (description: string) => ApiProperty({ type: 'integer', minimum: 0, description });

class CurrencyCost {
  @Field('ISO 4217', { example: 'USD' }) currency!: string;
  @Field('Known costs in this currency', { example: '12.345' }) amount!: string;
  @count('Messages with a cost in this currency') messages!: number;
  @count('Messages on days without a rate, whose cost in rupiah is not known') messages_without_rate!: number;
}

export class MarginFigures {
  @count('Live messages that were sent, delivered or failed') messages!: number;
  @rupiah('Charges of these messages less refunds, in Rp') revenue!: number;
  @count('Messages whose cost in rupiah is not known') unknown_messages!: number;
  @rupiah('Charges less refunds of messages with a known cost, in Rp') known_revenue!: number;
  @rupiah('Known costs in Rp') cost!: number;
  @rupiah('`known_revenue` less `cost`, in Rp') margin!: number;
  @Field('Known costs by currency', { type: [CurrencyCost] }) currencies!: CurrencyCost[];
}

class MarginRow extends MarginFigures {
  @OrNull(
    'string',
    'Id of the account or device, or the channel or month; null: messages that no device accepted',
    {
      example: '2026-01',
    },
  )
  key!: string | null;
  @OrNull('string', 'Name of the account or device; null: it has none, or was deleted') name!: string | null;
}

export class Margin {
  @Field('The first local day', { format: 'date', example: '2026-01-01' }) from!: string;
  @Field('The last local day', { format: 'date', example: '2026-01-31' }) to!: string;
  @Field('The kind of the rows', { enum: MARGIN_GROUPS }) group_by!: MarginGrouping;
  @count(
    'Messages of these days that no figure includes: messages of the last minutes, or purged before this release counted them',
  )
  missing_messages!: number;
  @Field('All items together', { type: MarginFigures }) total!: MarginFigures;
  @Field('Months in chronological order, other items by revenue, highest first', {
    type: [MarginRow],
    maxItems: GROUPS_MAX,
  })
  items!: MarginRow[];
  @Field(`All items after the first ${GROUPS_MAX} together; null: there are no more`, {
    type: MarginFigures,
    nullable: true,
  })
  others!: MarginFigures | null;
}
