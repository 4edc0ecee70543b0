import { ApiProperty } from '@nestjs/swagger';
import { ChoiceField, FromField, ToField } from '../../platform/http/request-fields.js';
import { OrNull } from '../../platform/openapi/response-fields.js';
import { MARGIN_GROUPS, type MarginGrouping } from './margin.rules.js';

export const MARGIN_DAYS_MAX = 366;
/** Groups of a response; the others are summed up. */
export const GROUPS_MAX = 500;

export class MarginQuery {
  @FromField() from?: string;
  @ToField() to?: string;
  @ChoiceField(MARGIN_GROUPS, 'month', 'What the rows are') group_by: MarginGrouping = 'month';
}

const rupiah = (description: string) => ApiProperty({ type: 'integer', description });
const count = (description: string) => ApiProperty({ type: 'integer', minimum: 0, description });

class CurrencyCost {
  @ApiProperty({ example: 'USD', description: 'ISO 4217' }) currency!: string;
  @ApiProperty({ example: '12.345', description: 'Known costs in this currency' }) amount!: string;
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
  @ApiProperty({ type: [CurrencyCost], description: 'Costs in the currencies that they have' })
  currencies!: CurrencyCost[];
}

class MarginRow extends MarginFigures {
  @OrNull('string', {
    example: '2026-01',
    description: 'Id of the account or device, channel or month; null: no device took them',
  })
  key!: string | null;
  @OrNull('string', { description: 'Of the account or device; null: it has none, or is gone' })
  name!: string | null;
}

export class Margin {
  @ApiProperty({ format: 'date', example: '2026-01-01', description: 'The first local day' }) from!: string;
  @ApiProperty({ format: 'date', example: '2026-01-31', description: 'The last local day' }) to!: string;
  @ApiProperty({ enum: MARGIN_GROUPS, description: 'What the rows are' }) group_by!: MarginGrouping;
  @count(
    'Messages of these days that are in no figure: of the last minutes, or purged before this release counted them',
  )
  missing_messages!: number;
  @ApiProperty({ type: MarginFigures, description: 'All together' }) total!: MarginFigures;
  @ApiProperty({
    type: [MarginRow],
    maxItems: GROUPS_MAX,
    description: 'Months in order, others by revenue, highest first',
  })
  items!: MarginRow[];
  @ApiProperty({
    type: MarginFigures,
    nullable: true,
    description: `All beyond the first ${GROUPS_MAX} together; null: there are no more`,
  })
  others!: MarginFigures | null;
}
