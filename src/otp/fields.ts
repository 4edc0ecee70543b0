import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Check, Explain, isWhole, matches, Required, Trimmed } from '../platform/http/index.js';
import { ChoiceField, RequiredField } from '../platform/http/request-fields.js';
import { ID_MAX } from '../platform/ids/row-id.js';
import { BRAND_MAX, BRAND_PATTERN, isBrandSafe, isBrandShort } from '../platform/text/brand.rules.js';
import { type Channel, CHANNELS, isChannel } from '../platform/text/channel.js';
import { FAILURE_REASONS } from '../platform/text/failure-reason.js';
import type { LocalizedText } from '../platform/text/language.js';
import { LANGUAGES } from '../platform/text/message-template.rules.js';
import { Phone, PHONE_PATTERN } from '../platform/text/phone.rules.js';
import { takesCode } from './channels/channels.rules.js';
import { BRAND_DETAILS, PHONE_DETAILS, TELEGRAM_DETAIL } from './rejection-details.js';

export const isPhone = (value: unknown) => typeof value === 'string' && Phone.parse(value) !== undefined;

export function phoneDetail(value: unknown): LocalizedText | undefined {
  const phone = typeof value === 'string' ? Phone.read(value) : undefined;
  return phone === undefined || phone instanceof Phone ? undefined : PHONE_DETAILS[phone];
}

/** All spellings that {@link Phone.read} knows. */
const PHONE_ABOUT =
  'Only Indonesian mobile numbers are accepted; numbers of other countries and fixed lines are rejected. Written `08…`, `628…` or `6208…`, each also with `+` before it; 10 to 15 digits. Spaces, hyphens, dots, parentheses and invisible characters are ignored, and full-width digits count as digits.';

export const PhoneField = () =>
  applyDecorators(
    RequiredField(
      isPhone,
      { example: '081234567890', minLength: 10, pattern: PHONE_PATTERN, description: PHONE_ABOUT },
      'phone_invalid',
    ),
    Explain(phoneDetail),
  );

export const CodeField = () =>
  RequiredField(
    matches(/^[0-9]{4,10}$/),
    { example: '123456', pattern: '^[0-9]{4,10}$', description: 'The code: 4 to 10 digits' },
    'otp_code_invalid',
  );

export const BrandField = () =>
  applyDecorators(
    ApiProperty({
      example: 'Toko Budi',
      minLength: 1,
      maxLength: BRAND_MAX,
      pattern: BRAND_PATTERN,
      description:
        'Name of the company or brand in the message, at most 20 characters. It must have a letter or digit, use one script, and contain no braces, link or long number',
    }),
    Required(),
    Trimmed(),
    Check('company_name_too_long', isBrandShort),
    Check('company_name_invalid', isBrandSafe),
    Explain((value) => (isBrandShort(value) && !isBrandSafe(value) ? BRAND_DETAILS.unreadable : undefined)),
  );

const isChannelList = (value: unknown): value is Channel[] =>
  Array.isArray(value) && value.length >= 1 && value.every(isChannel) && new Set(value).size === value.length;

/** Whether a channel takes the code. A generated code, which has at most 8 digits, fits every channel. */
const takesAny = (channels: readonly Channel[], { otp_code: code }: { otp_code?: unknown }): boolean =>
  typeof code !== 'string' || channels.some((channel) => takesCode(channel, code.length));

export const ChannelsField = () =>
  applyDecorators(
    ApiProperty({
      required: false,
      type: 'array',
      items: { type: 'string', enum: [...CHANNELS] },
      minItems: 1,
      maxItems: CHANNELS.length,
      uniqueItems: true,
      example: ['whatsapp', 'sms'],
      description:
        'The channels that may carry the code, in order. Sandi uses the next one only if the previous one certainly did not send it. Telegram is skipped for codes of 9 or 10 digits. Default: WhatsApp',
    }),
    Check(
      'channels_invalid',
      (channels, body) => channels === undefined || (isChannelList(channels) && takesAny(channels, body)),
    ),
    Explain((channels, body) =>
      isChannelList(channels) && !takesAny(channels, body) ? TELEGRAM_DETAIL : undefined,
    ),
  );

export const LanguageField = () => ChoiceField(LANGUAGES, 'id', 'Language of the message');

export const ApiKeyField = () =>
  RequiredField(isWhole(1, ID_MAX), {
    type: 'integer',
    minimum: 1,
    maximum: ID_MAX,
    example: 7,
    description: 'The id of one of your API keys',
  });

export const STATUS_ABOUT =
  '`pending`: the outcome is not known yet; `sent`: the gateway accepted it; `delivered`: it arrived; `failed`: it was not sent or did not arrive';

export const CHANNEL = {
  enum: CHANNELS,
  example: 'whatsapp',
  description: 'The channel that accepted the message, or the last one that was tried',
} as const;

export const REASON = {
  type: 'string',
  enum: [...FAILURE_REASONS, null],
  nullable: true,
  example: null,
  description: 'Failure reason, or why the outcome is unknown, as a value for programs; null otherwise',
} as const;
