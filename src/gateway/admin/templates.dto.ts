import { Check, isBoolean, isOneOf, isWhole, matches, Trimmed } from '../../platform/http/index.js';
import { OptionalField, RequiredField } from '../../platform/http/request-fields.js';
import { BodyAlternatives } from '../../platform/openapi/alternatives.js';
import { Field, OrNull } from '../../platform/openapi/response-fields.js';
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
  @Field('Package name of the Android app', {
    example: 'com.example.app',
    maxLength: PACKAGE_MAX,
    pattern: PACKAGE.source,
  })
  package_name!: string;
  @Field('Hash of its signing key, 11 characters', { example: 'K8a/AINcGX7', pattern: HASH.source })
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
      'copy_code: copies the code; one_tap: passes it to an Android app; zero_tap: does so without a tap. On other systems, all of them copy it',
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

  @Field('Android apps that may read the code; only with one_tap and zero_tap', {
    type: [TemplateAppView],
    required: false,
    minItems: 1,
    maxItems: APPS_MAX,
  })
  @Check('parameter_invalid', (value, all) => areApps(value, all as CreateTemplateDto))
  apps?: TemplateAppView[];

  @Field('With zero_tap: you accept Meta’s terms for it, and your users expect it', {
    type: 'boolean',
    enum: [true],
    required: false,
  })
  @Check('parameter_invalid', (value, all) => areTerms(value, all as CreateTemplateDto))
  zero_tap_terms_accepted?: boolean;
}

export class CreatedTemplateView {
  @Field('Id at Meta', { example: '1473688840035974' }) id!: string;
  @Field('Name of the template', { example: 'otp_login' }) name!: string;
  @Field('Language code of Meta', { example: 'id' }) language!: string;
  @Field('Status at Meta, such as PENDING or APPROVED', { example: 'PENDING' }) status!: string;
}

export class MessageTemplateView extends CreatedTemplateView {
  @Field('Meta accepts messages with this template') usable!: boolean;
  @OrNull('string', 'Why Meta rejected it, in Meta’s words', { example: 'INVALID_FORMAT' })
  reason!: string | null;
  @OrNull('string', 'Its rating by recipients; null: none yet', { example: 'GREEN' }) quality!: string | null;
  @OrNull('string', 'How an app gets the code; null: by another button', {
    enum: [...TEMPLATE_BUTTONS, null],
    example: 'copy_code',
  })
  button!: TemplateButton | null;
  @Field('The template advises not to share the code') security_recommendation!: boolean;
  @OrNull('integer', 'Minutes of validity that the template shows below the code; null: none', { example: 5 })
  code_expiration_minutes!: number | null;
  @OrNull('integer', 'Seconds after which Meta drops an undelivered message; null: its default', {
    example: 300,
  })
  message_send_ttl_seconds!: number | null;
  @Field('Android apps that may read the code', { type: [TemplateAppView] }) apps!: TemplateAppView[];
  @Field('The device uses this template') in_use!: boolean;
}

export class MessageTemplateList {
  @Field('Authentication templates of the account', { type: [MessageTemplateView] })
  items!: MessageTemplateView[];
  @OrNull(
    'integer',
    'New recipients in 24 hours for all numbers of the business portfolio; null: unlimited, or not known. Meta requires 2,000 for these templates',
    { example: 2000 },
  )
  messaging_limit!: number | null;
  @OrNull(
    'string',
    'Verification status at Meta, which requires `verified` for these templates; null: not known',
    { example: 'verified' },
  )
  business_verification!: string | null;
}
