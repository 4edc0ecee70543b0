import { ApiProperty } from '@nestjs/swagger';
import { Check, isBoolean, isOneOf, isWhole, matches, Trimmed } from '../../platform/http/index.js';
import { OptionalField, RequiredField } from '../../platform/http/request-fields.js';
import { BodyAlternatives } from '../../platform/openapi/alternatives.js';
import { OrNull } from '../../platform/openapi/response-fields.js';
import { TEMPLATE_BUTTONS, type TemplateButton } from '../template.js';

const NAME = /^[a-z0-9_]{1,300}$/;
const LANGUAGE = /^[a-z]{2,3}(_[A-Z]{2,4})?$/;
const PACKAGE = /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$/;
const PACKAGE_MAX = 224;
const HASH = /^[A-Za-z0-9+/=]{11}$/;
const APPS_MAX = 5;

const EXPIRY = { type: 'integer', nullable: true, minimum: 1, maximum: 90 } as const;
const VALIDITY = { type: 'integer', nullable: true, minimum: 30, maximum: 900 } as const;

export class TemplateAppView {
  @ApiProperty({
    example: 'com.example.app',
    maxLength: PACKAGE_MAX,
    pattern: PACKAGE.source,
    description: 'Package name of the Android app',
  })
  package_name!: string;
  @ApiProperty({
    example: 'K8a/AINcGX7',
    pattern: HASH.source,
    description: 'Hash of its signing key, 11 characters',
  })
  signature_hash!: string;
}

function isApp(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { package_name: name, signature_hash: hash } = value as Record<string, unknown>;
  return matches(PACKAGE)(name) && String(name).length <= PACKAGE_MAX && matches(HASH)(hash);
}

/** Only the buttons that pass the code to an app have apps. */
const areApps = (value: unknown, { button }: CreateTemplateDto) =>
  button === 'copy_code'
    ? value === undefined
    : Array.isArray(value) && value.length >= 1 && value.length <= APPS_MAX && value.every(isApp);

const areTerms = (value: unknown, { button }: CreateTemplateDto) =>
  button === 'zero_tap' ? value === true : value === undefined;

/** The members that a button needs, and those that it must not have. */
const withButton = (button: TemplateButton, required: string[], absent: string[]) => ({
  title: button,
  type: 'object',
  required: ['button', ...required],
  properties: {
    button: { type: 'string', enum: [button], description: 'How an app gets the code' },
    ...Object.fromEntries(absent.map((name) => [name, { not: {}, description: 'Not with this button' }])),
  },
});

@BodyAlternatives(
  withButton('copy_code', [], ['apps', 'zero_tap_terms_accepted']),
  withButton('one_tap', ['apps'], ['zero_tap_terms_accepted']),
  withButton('zero_tap', ['apps', 'zero_tap_terms_accepted'], []),
)
export class CreateTemplateDto {
  @Trimmed()
  @RequiredField(matches(NAME), {
    example: 'otp_login',
    pattern: NAME.source,
    description: 'Name of the template; a device uses it by its setting `template`',
  })
  name!: string;

  @RequiredField(matches(LANGUAGE), {
    example: 'id',
    pattern: LANGUAGE.source,
    description: 'Language code of Meta, such as id or en_US',
  })
  language!: string;

  @RequiredField(isOneOf([...TEMPLATE_BUTTONS]), {
    enum: TEMPLATE_BUTTONS,
    description:
      'copy_code: copies the code; one_tap: passes it to an Android app; zero_tap: does so without a tap. Except on Android, all copy it',
  })
  button!: TemplateButton;

  @OptionalField(isBoolean, { type: 'boolean', default: true, description: 'Advise not to share the code' })
  security_recommendation: boolean = true;

  @OptionalField(isWhole(EXPIRY.minimum, EXPIRY.maximum), {
    ...EXPIRY,
    example: 5,
    description: 'Show below the code for how many minutes it is valid; null: do not',
  })
  code_expiration_minutes?: number | null;

  @OptionalField(isWhole(VALIDITY.minimum, VALIDITY.maximum), {
    ...VALIDITY,
    example: 300,
    description: 'Meta drops a message that it could not deliver in this time; null: its default, 10 minutes',
  })
  message_send_ttl_seconds?: number | null;

  @ApiProperty({
    type: [TemplateAppView],
    required: false,
    minItems: 1,
    maxItems: APPS_MAX,
    description: 'Android apps that may read the code; only with one_tap and zero_tap',
  })
  @Check('parameter_invalid', (value, all) => areApps(value, all as CreateTemplateDto))
  apps?: TemplateAppView[];

  @ApiProperty({
    type: 'boolean',
    enum: [true],
    required: false,
    description: 'With zero_tap: you accept Meta’s terms for it, and your users expect it',
  })
  @Check('parameter_invalid', (value, all) => areTerms(value, all as CreateTemplateDto))
  zero_tap_terms_accepted?: boolean;
}

export class CreatedTemplateView {
  @ApiProperty({ example: '1473688840035974', description: 'Id at Meta' }) id!: string;
  @ApiProperty({ example: 'otp_login', description: 'Name of the template' }) name!: string;
  @ApiProperty({ example: 'id', description: 'Language code of Meta' }) language!: string;
  @ApiProperty({ example: 'PENDING', description: 'Status at Meta, such as PENDING or APPROVED' })
  status!: string;
}

export class MessageTemplateView extends CreatedTemplateView {
  @ApiProperty({ description: 'Meta accepts messages with this template' }) usable!: boolean;
  @OrNull('string', { example: 'INVALID_FORMAT', description: 'Why Meta rejected it, in Meta’s words' })
  reason!: string | null;
  @OrNull('string', { example: 'GREEN', description: 'Its rating by recipients; null: none yet' })
  quality!: string | null;
  @OrNull('string', {
    enum: [...TEMPLATE_BUTTONS, null],
    example: 'copy_code',
    description: 'How an app gets the code; null: by another button',
  })
  button!: TemplateButton | null;
  @ApiProperty({ description: 'It advises not to share the code' }) security_recommendation!: boolean;
  @OrNull('integer', {
    example: 5,
    description: 'Minutes of validity that it shows below the code; null: none',
  })
  code_expiration_minutes!: number | null;
  @OrNull('integer', {
    example: 300,
    description: 'Seconds after which Meta drops an undelivered message; null: its default',
  })
  message_send_ttl_seconds!: number | null;
  @ApiProperty({ type: [TemplateAppView], description: 'Android apps that may read the code' })
  apps!: TemplateAppView[];
  @ApiProperty({ description: 'The device uses this template' }) in_use!: boolean;
}

export class MessageTemplateList {
  @ApiProperty({ type: [MessageTemplateView], description: 'Authentication templates of the account' })
  items!: MessageTemplateView[];
  @OrNull('integer', {
    example: 2000,
    description:
      'New recipients in 24 hours for all numbers of the business portfolio; null: unlimited, or not known. Meta requires 2,000 for these templates',
  })
  messaging_limit!: number | null;
  @OrNull('string', {
    example: 'verified',
    description:
      'Verification status at Meta, which requires `verified` for these templates; null: not known',
  })
  business_verification!: string | null;
}
