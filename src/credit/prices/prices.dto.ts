import { ApiProperty } from '@nestjs/swagger';
import { PRICE_MAX } from '../../config/index.js';
import { Check, isOneOf, isWhole, orAbsent } from '../../platform/http/index.js';
import { OptionalField, RequiredField } from '../../platform/http/request-fields.js';
import { Field, LocalTime, LocalTimeOrNull, OrNull } from '../../platform/openapi/response-fields.js';
import { ConfirmedDto } from '../../platform/security/confirmation.js';
import { parseIsoTime } from '../../platform/time/iso-time.js';
import { PRICE_CHANNELS, PRICE_NOTICE_SECONDS, type PriceChannel } from './price.rules.js';

/** Maximum of prices that have not begun, for one account or for all accounts. */
export const PLANNED_MAX = 50;
/** Maximum of set prices in a response. */
export const SHOWN_MAX = 200;
const FUTURE_DAYS = 366;

const CHANNEL = { enum: PRICE_CHANNELS, description: '`inbound`: an inbound verification' } as const;

class PlannedPrice {
  @Field('Credits', { example: 450 }) price!: number;
  @LocalTime('From when on it counts') valid_from!: string;
}

export class ChannelPrice {
  @ApiProperty(CHANNEL) channel!: PriceChannel;
  @Field('Credits for a live message now; 0: free', { example: 200 }) price!: number;
  @LocalTimeOrNull('Since when it counts; null: from the beginning') since!: string | null;
  @Field('The changes that are set already, in order', { type: [PlannedPrice] }) next!: PlannedPrice[];
}

export class AccountPrices {
  @ApiProperty({ enum: ['IDR'] }) currency!: 'IDR';
  @Field('Of every channel', { type: [ChannelPrice] }) items!: ChannelPrice[];
}

class SetPriceView {
  @Field('To cancel it by', { example: 7 }) id!: number;
  @ApiProperty(CHANNEL) channel!: PriceChannel;
  @OrNull(
    'integer',
    'Credits; null: from then on the general price, or the one of the variables, counts again',
    { example: 450 },
  )
  price!: number | null;
  @LocalTime('From when on it counts') valid_from!: string;
  @OrNull('string', 'Who set it; null: the account is gone', { example: 'admin' }) set_by!: string | null;
  @LocalTime('When it was set') created_at!: string;
  @Field('true: it has not begun and may still be canceled') cancelable!: boolean;
}

export class AdminPrices extends AccountPrices {
  @Field('What administrators set, for this account or for all, the latest first', {
    type: [SetPriceView],
    maxItems: SHOWN_MAX,
  })
  set!: SetPriceView[];
}

export const PRICE_SAVED = { id: 'Harga disimpan.', en: 'The price was saved.' };

export class SetPriceDto extends ConfirmedDto {
  @RequiredField(isOneOf(PRICE_CHANNELS), CHANNEL) channel!: PriceChannel;

  @OrNull(
    'integer',
    'Credits; 0: free; null: the price beneath counts again (of an account the general one, of all accounts the one of the variables)',
    { minimum: 0, maximum: PRICE_MAX, example: 450 },
  )
  @Check('parameter_missing', (value) => value !== undefined)
  @Check('parameter_invalid', orAbsent(isWhole(0, PRICE_MAX)))
  price!: number | null;

  @OptionalField((value) => typeof value === 'string' && parseIsoTime(value) !== undefined, {
    type: 'string',
    format: 'date-time',
    nullable: true,
    example: '2026-02-01T00:00:00+07:00',
    description: `From when on it counts: ISO 8601 with an offset, at least ${PRICE_NOTICE_SECONDS} seconds and at most ${FUTURE_DAYS} days ahead; without it: as soon as possible`,
  })
  valid_from?: string | null;
}

export const FUTURE_SECONDS = FUTURE_DAYS * 86_400;
