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
  @LocalTime('From when it applies') valid_from!: string;
}

export class ChannelPrice {
  @ApiProperty(CHANNEL) channel!: PriceChannel;
  @Field('Credits for a live message now; 0: free', { example: 200 }) price!: number;
  @LocalTimeOrNull('Since when it applies; null: from the beginning') since!: string | null;
  @Field('Scheduled changes, in order', { type: [PlannedPrice] }) next!: PlannedPrice[];
}

export class AccountPrices {
  @ApiProperty({ enum: ['IDR'] }) currency!: 'IDR';
  @Field('One item for every channel', { type: [ChannelPrice] }) items!: ChannelPrice[];
}

class SetPriceView {
  @Field('Id of the price, which you need to cancel it', { example: 7 }) id!: number;
  @ApiProperty(CHANNEL) channel!: PriceChannel;
  @OrNull(
    'integer',
    'Credits; null: from then on the general price, or the one of the environment variables, applies again',
    { example: 450 },
  )
  price!: number | null;
  @LocalTime('From when it applies') valid_from!: string;
  @OrNull('string', 'Who set it; null: the account no longer exists', { example: 'admin' }) set_by!:
    string | null;
  @LocalTime('When it was set') created_at!: string;
  @Field('true: it does not apply yet and can still be canceled') cancelable!: boolean;
}

export class AdminPrices extends AccountPrices {
  @Field('Prices that administrators set, for this account or for all, latest first', {
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
    'Credits; 0: free; null: the underlying price applies again (for an account the general one, for all accounts the one of the environment variables)',
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
    description: `From when it applies: ISO 8601 with an offset, at least ${PRICE_NOTICE_SECONDS} seconds and at most ${FUTURE_DAYS} days ahead. Default: as soon as possible`,
  })
  valid_from?: string | null;
}

export const FUTURE_SECONDS = FUTURE_DAYS * 86_400;
