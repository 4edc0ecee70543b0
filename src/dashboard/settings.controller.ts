import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Config } from '../config/index.js';
import { Prices } from '../credit/index.js';
import { Public } from '../platform/access/principal.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { Field, OrNull } from '../platform/openapi/response-fields.js';
import { VERSION } from '../platform/process/project.js';
import { Registration, type RegistrationMode, REGISTRATIONS } from '../users/index.js';

/** Settings that the dashboard needs before a login. */
class Settings {
  @ApiProperty({ example: '0.1.0' }) version!: string;
  @Field('Time zone of the service', { example: 'Asia/Jakarta' }) timezone!: string;
  @Field('General price of a WhatsApp message now, in credits', { example: 200 }) price!: number;
  @Field('General price of an inbound verification now; 0: free', { example: 0 }) price_inbound!: number;
  @ApiProperty({ enum: ['IDR'] }) currency!: 'IDR';
  @Field('Credits of a new account', { example: 10000 }) signup_credit!: number;
  @Field('Who may register: anyone, people with an invitation, or nobody', { enum: REGISTRATIONS })
  registration!: RegistrationMode;
  @Field('The fewest characters of a new password', { example: 8 }) password_min!: number;
  @Field('`required`: live keys and top-ups wait for a verified address', { enum: ['optional', 'required'] })
  email_verification!: string;
  @OrNull('string', 'Client id for Google logins; null: switched off') google_client_id!: string | null;
}

@ApiTags('Account')
@Controller('api/settings')
@Public()
export class SettingsController {
  constructor(
    private readonly config: Config,
    private readonly registration: Registration,
    private readonly prices: Prices,
  ) {}

  @Get()
  @Answers(Settings, {
    summary: { id: 'Pengaturan untuk dashboard', en: 'Get the settings of the service' },
    about: 'Time zone, prices, and which features the operator has enabled.',
  })
  @Fails('unavailable')
  async getSettings(): Promise<Settings> {
    const { TIMEZONE, SIGNUP_CREDIT, PASSWORD_MIN, EMAIL_VERIFICATION, GOOGLE_CLIENT_ID } = this.config;
    return {
      version: VERSION,
      timezone: TIMEZONE,
      price: await this.prices.general('whatsapp'),
      price_inbound: await this.prices.general('inbound'),
      currency: 'IDR',
      signup_credit: SIGNUP_CREDIT,
      registration: this.registration.mode,
      password_min: PASSWORD_MIN,
      email_verification: EMAIL_VERIFICATION,
      google_client_id: GOOGLE_CLIENT_ID ?? null,
    };
  }
}
