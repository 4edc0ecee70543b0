import { ApiProperty } from '@nestjs/swagger';
import { Check, orAbsent } from '../platform/http/index.js';
import { OptionalField, RequiredField } from '../platform/http/request-fields.js';
import { BodyAlternatives } from '../platform/openapi/alternatives.js';
import { Field } from '../platform/openapi/response-fields.js';
import { PHONE_PATTERN } from '../platform/text/phone.rules.js';
import { readJsonPath } from './json-path.rules.js';

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown) => typeof value === 'string';
/** A new phone must be a text: otherwise the code would go to the old phone. */
const isSms = (value: unknown) => isObject(value) && orAbsent(isText)((value as { phone?: unknown }).phone);

const PHONE = {
  minLength: 10,
  pattern: PHONE_PATTERN,
  description: 'Phone number of the recipient, an Indonesian mobile number',
};
const CODE = { pattern: '^[0-9]{4,10}$', description: 'The code to send' };

const LocaleField = () =>
  Field(
    'Language of the user, for example `id-ID`; the message is in `id` or `en`. Other values are ignored',
    { required: false, example: 'id-ID', anyOf: [{ type: 'string' }, { description: 'Ignored' }] },
  );

class LogtoPayload {
  @ApiProperty({ example: '123456', ...CODE }) code!: string;
  @LocaleField() locale?: string;
}

/** Logto, "Set up SMS verification with HTTP SMS": https://docs.logto.io/integrations/http-sms */
export class LogtoHookDto {
  @RequiredField(isText, { example: '6281234567890', ...PHONE }, 'phone_invalid') to!: string;

  @OptionalField(isText, {
    type: 'string',
    nullable: true,
    example: 'SignIn',
    description: 'Why Logto sends the code; not used',
  })
  type?: string | null;

  @RequiredField(isObject, { type: LogtoPayload, description: 'Code and language of the message' })
  payload!: { code?: unknown; locale?: unknown };
}

/** The types of Ory Kratos's messages with a code. Other types are notices and links, which we do not send. */
const WITH_CODE = /^([a-z]{1,40}_code)_valid$/;

/** The fields of a Kratos body that can contain the code. */
const CODES = ['verification_code', 'login_code', 'registration_code', 'recovery_code'] as const;

/** The schema of a message with the field `code`, in the body or in `template_data`. */
const messageWith = (code: (typeof CODES)[number]) => {
  const CODE_TEXT = { type: 'string', ...CODE };
  return {
    title: code,
    properties: {
      template_type: { type: 'string', enum: [`${code}_valid`], description: 'Kind of the message' },
      recipient: { type: 'string', ...PHONE },
    },
    anyOf: [
      { required: [code], properties: { [code]: CODE_TEXT } },
      {
        required: ['template_data'],
        properties: {
          [code]: { type: 'null', description: 'Left out, or null' },
          template_data: {
            type: 'object',
            required: [code],
            properties: { [code]: CODE_TEXT },
            description: 'Data of the template, with the code',
          },
        },
      },
    ],
  };
};
const NOTICE = {
  title: 'Other messages',
  properties: {
    template_type: {
      type: 'string',
      not: { enum: CODES.map((code) => `${code}_valid`) },
      description: 'Kind of the message; one without a code is accepted but not sent',
    },
  },
};

/** A field for the code of one type of message. It is null in messages of other types. */
const CodeProperty = () =>
  OptionalField(isText, {
    type: 'string',
    nullable: true,
    example: null,
    description: 'The code to send, in messages of this kind; null in others',
  });

/**
 * Ory, "Send SMS to your users": https://www.ory.sh/docs/kratos/emails-sms/sending-sms. The default body has the code
 * at its top level; a body with `template_data` has it there.
 */
@BodyAlternatives(...CODES.map(messageWith), NOTICE)
export class KratosHookDto {
  @RequiredField(
    isText,
    {
      example: '+6281234567890',
      description:
        'Phone number of the recipient; for a message with a code, it must be an Indonesian mobile number',
    },
    'phone_invalid',
  )
  recipient!: string;

  @RequiredField(isText, {
    example: 'verification_code_valid',
    description: 'Messages without a code (links, notices) are accepted but not sent',
  })
  template_type!: string;

  @Field('Data of the template. It contains the code, unless another member contains it. null: none', {
    selfRequired: false,
    type: 'object',
    nullable: true,
    additionalProperties: true,
    example: { verification_code: '123456', identity: { traits: { locale: 'id-ID' } } },
  })
  @Check('parameter_invalid', orAbsent(isObject))
  template_data?: object | null;

  @CodeProperty() verification_code?: unknown;
  @CodeProperty() login_code?: unknown;
  @CodeProperty() registration_code?: unknown;
  @CodeProperty() recovery_code?: unknown;

  get isNotice(): boolean {
    return !WITH_CODE.test(this.template_type);
  }

  get code(): unknown {
    const [, field = ''] = WITH_CODE.exec(this.template_type) ?? [];
    return readJsonPath([field], this) ?? readJsonPath([field], this.template_data);
  }

  get locale(): unknown {
    return readJsonPath(['identity', 'traits', 'locale'], this.template_data);
  }
}

class SupabaseMetadata {
  @LocaleField() locale?: string;
}

class SupabaseUser {
  @ApiProperty({ example: '6281234567890', ...PHONE }) phone!: string;
  @Field('Metadata of the user', { required: false, type: SupabaseMetadata })
  user_metadata?: SupabaseMetadata;
}

class SupabaseSms {
  @ApiProperty({ example: '123456', ...CODE }) otp!: string;
  @Field('The new phone, when the user changes it', { required: false, type: 'string', nullable: true })
  phone?: string | null;
}

/** Supabase, "Send SMS Hook": https://supabase.com/docs/guides/auth/auth-hooks/send-sms-hook */
export class SupabaseHookDto {
  @RequiredField(isObject, { type: SupabaseUser, description: 'The user who gets the code' })
  user!: { phone?: unknown };

  @RequiredField(isSms, {
    type: SupabaseSms,
    description: 'The code, and the new phone number if the user changes it',
  })
  sms!: { otp?: unknown; phone?: unknown };

  get locale(): unknown {
    return readJsonPath(['user_metadata', 'locale'], this.user);
  }
}

class SupabaseError {
  @Field('HTTP status that describes the failure', { example: 429 }) http_code!: number;
  @ApiProperty({ example: 'Rate limit tercapai untuk nomor tujuan ini.' }) message!: string;
}

/** `{}` means that the code was sent. */
export class SupabaseAnswer {
  @Field('Why the code was not sent; absent if it was sent', { required: false, type: SupabaseError })
  error?: SupabaseError;
}
