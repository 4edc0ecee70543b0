import { ApiProperty } from '@nestjs/swagger';
import { Check, Foreign, Required } from '../common/http/index.js';

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown) => typeof value === 'string';
const isAbsent = (value: unknown) => value === undefined || value === null;

export class HookQueryDto {
  @ApiProperty({
    required: false,
    example: 'Toko Budi',
    description: 'Nama perusahaan dalam pesan; tanpa nilai: nama API key, 20 karakter pertama',
  })
  @Check('parameter_invalid', (value) => value === undefined || isText(value))
  company_name?: string;
}

export class SupabaseQueryDto extends HookQueryDto {
  @ApiProperty({ type: 'integer', minimum: 1, example: 3, description: 'ID API key, bukan key itu sendiri' })
  @Required()
  key_id!: string;
}

class LogtoPayload {
  @ApiProperty({ example: '123456' }) code!: string;
}

/** Logto, "Set up SMS verification with HTTP SMS": https://docs.logto.io/integrations/http-sms */
@Foreign()
export class LogtoHookDto {
  @ApiProperty({ example: '6281234567890' })
  @Required()
  @Check('phone_invalid', isText)
  to!: string;

  @ApiProperty({ required: false, example: 'SignIn' })
  @Check('parameter_invalid', (value) => isAbsent(value) || isText(value))
  type?: string;

  @ApiProperty({ type: LogtoPayload })
  @Required()
  @Check('parameter_invalid', isObject)
  payload!: { code?: unknown };
}

/** The messages of Ory Kratos that carry a code, and where: at the top (its default body) or in `template_data`. */
const CODE_OF = {
  verification_code_valid: 'verification_code',
  login_code_valid: 'login_code',
  registration_code_valid: 'registration_code',
  recovery_code_valid: 'recovery_code',
} as const;

type CodeField = (typeof CODE_OF)[keyof typeof CODE_OF];

/**
 * Ory, "Send SMS to your users": https://www.ory.sh/docs/kratos/emails-sms/sending-sms. The default body puts
 * the codes beside `recipient`; one that hands `template_data` on has them there.
 */
@Foreign()
export class KratosHookDto implements Partial<Record<CodeField, unknown>> {
  @ApiProperty({ example: '+6281234567890' })
  @Required()
  @Check('phone_invalid', isText)
  recipient!: string;

  @ApiProperty({ enum: Object.keys(CODE_OF) })
  @Required()
  @Check('parameter_invalid', (value) => Object.hasOwn(CODE_OF, String(value)))
  template_type!: keyof typeof CODE_OF;

  @ApiProperty({
    selfRequired: false,
    type: 'object',
    nullable: true,
    additionalProperties: true,
    example: { verification_code: '123456' },
  })
  @Check('parameter_invalid', (value) => isAbsent(value) || isObject(value))
  template_data?: Partial<Record<CodeField, unknown>> | null;

  @CodeProperty() verification_code?: unknown;
  @CodeProperty() login_code?: unknown;
  @CodeProperty() registration_code?: unknown;
  @CodeProperty() recovery_code?: unknown;

  get code(): unknown {
    const field = CODE_OF[this.template_type];
    return this[field] ?? this.template_data?.[field];
  }
}

/** Null in every message but its own. */
function CodeProperty(): PropertyDecorator {
  return (target, property) => {
    ApiProperty({ required: false, type: 'string', nullable: true, example: null })(target, property);
    Check('parameter_invalid', (value) => isAbsent(value) || isText(value))(target, property);
  };
}

class SupabaseUser {
  @ApiProperty({ example: '6281234567890' }) phone!: string;
}

class SupabaseSms {
  @ApiProperty({ example: '123456' }) otp!: string;
  @ApiProperty({ required: false, description: 'Nomor baru, saat pengguna menggantinya' }) phone?: string;
}

/** Supabase, "Send SMS Hook": https://supabase.com/docs/guides/auth/auth-hooks/send-sms-hook */
@Foreign()
export class SupabaseHookDto {
  @ApiProperty({ type: SupabaseUser })
  @Required()
  @Check('parameter_invalid', isObject)
  user!: { phone?: unknown };

  @ApiProperty({ type: SupabaseSms })
  @Required()
  @Check('parameter_invalid', isObject)
  sms!: { otp?: unknown; phone?: unknown };
}

class SupabaseError {
  @ApiProperty({ type: 'integer', example: 429 }) http_code!: number;
  @ApiProperty({ example: 'Rate limit tercapai untuk nomor tujuan ini.' }) message!: string;
}

/** `{}`: sent. */
export class SupabaseAnswer {
  @ApiProperty({ required: false, type: SupabaseError }) error?: SupabaseError;
}
