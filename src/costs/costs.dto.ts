import { Check, isText, isWhole, matches, orAbsent } from '../platform/http/index.js';
import { DayField, OptionalField, RequiredField } from '../platform/http/request-fields.js';
import { ID_MAX } from '../platform/ids/row-id.js';
import { Field, LocalTime, OrNull } from '../platform/openapi/response-fields.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { AMOUNT_PATTERN } from './cost.rules.js';
import { RATE_CARD_LENGTH_MAX } from './rate-card.rules.js';

export const COSTS_SHOWN_MAX = 500;

const CATEGORY = /^(?!free$)[a-z][a-z_]{1,35}$/;
const CURRENCY = /^[A-Z]{3}$/;

const ABOUT = {
  amount: 'Units of the currency, with at most six decimals',
  currency: 'ISO 4217',
  validFrom: 'The first local day',
} as const;

class SetView {
  @Field('Id of the entry, which you need to remove it', { example: 7 }) id!: number;
  @Field(ABOUT.currency, { example: 'USD' }) currency!: string;
  @Field(ABOUT.validFrom, { format: 'date', example: '2026-01-31' }) valid_from!: string;
  @Field('true: it applies today') in_force!: boolean;
  @OrNull('string', 'Who set it; null: the account no longer exists', { example: 'admin' }) set_by!:
    string | null;
  @LocalTime('When it was set') created_at!: string;
}

class DeviceCostView extends SetView {
  @Field('The device whose messages cost it') device_id!: number;
  @OrNull('string', 'Name of the device; null: it was deleted') device!: string | null;
  @OrNull('string', 'Only messages that Meta reports in this category; null: all others', {
    example: 'authentication',
  })
  category!: string | null;
  @OrNull('string', `For a message. ${ABOUT.amount}; null: not known`, { example: '0.025' })
  amount!: string | null;
}

class CurrencyRateView extends SetView {
  @Field('Rupiah for one unit, with at most six decimals', { example: '16350.5' }) rate!: string;
}

export class AdminCosts {
  @Field('Latest first', { type: [DeviceCostView], maxItems: COSTS_SHOWN_MAX }) costs!: DeviceCostView[];
  @Field('Latest first', { type: [CurrencyRateView], maxItems: COSTS_SHOWN_MAX })
  rates!: CurrencyRateView[];
}

const DeviceField = () =>
  RequiredField(isWhole(1, ID_MAX), {
    type: 'integer',
    minimum: 1,
    maximum: ID_MAX,
    description: 'The device whose messages cost it',
  });

const CurrencyField = () =>
  RequiredField(matches(CURRENCY), { pattern: CURRENCY.source, example: 'USD', description: ABOUT.currency });

const ValidFromField = () =>
  DayField('2026-01-31', `${ABOUT.validFrom}, which may be in the past. Default: today`);

export class SetCostDto extends ConfirmedDto {
  @DeviceField() device_id!: number;

  @OptionalField(matches(CATEGORY), {
    type: 'string',
    nullable: true,
    pattern: CATEGORY.source,
    example: 'authentication',
    description: 'Only messages that Meta reports in this category; null: all others',
  })
  category?: string | null;

  @CurrencyField() currency!: string;

  @OrNull('string', `For a message. ${ABOUT.amount}; null: not known from then on`, {
    pattern: AMOUNT_PATTERN,
    example: '0.025',
  })
  @Check('parameter_missing', (value) => value !== undefined)
  @Check('parameter_invalid', orAbsent(matches(new RegExp(AMOUNT_PATTERN))))
  amount!: string | null;

  @ValidFromField() valid_from?: string;
}

export class SetRateCardDto extends ConfirmedDto {
  @DeviceField() device_id!: number;
  @CurrencyField() currency!: string;

  @RequiredField(isText(1, RATE_CARD_LENGTH_MAX), {
    maxLength: RATE_CARD_LENGTH_MAX,
    example: 'Market,Currency,Marketing,Utility,Authentication\nIndonesia,$US,0.0411,0.0250,0.0250',
    description: 'The content of the file as Meta publishes it; only the line of Indonesia is used',
  })
  csv!: string;

  @ValidFromField() valid_from?: string;
}

export class SetCurrencyRateDto extends ConfirmedDto {
  @CurrencyField() currency!: string;

  @RequiredField(matches(new RegExp(AMOUNT_PATTERN)), {
    pattern: AMOUNT_PATTERN,
    example: '16350.5',
    description: 'Rupiah for one unit, above 0, with at most six decimals',
  })
  rate!: string;

  @ValidFromField() valid_from?: string;
}
