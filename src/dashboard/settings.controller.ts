import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Config } from '../config/index.js';
import { MESSAGE_COST } from '../otp/index.js';
import { Public } from '../platform/access/principal.js';
import { Answers } from '../platform/openapi/index.js';
import { VERSION } from '../platform/process/project.js';
import { Registration } from '../users/index.js';
import { Settings } from './settings.dto.js';

@ApiTags('Account')
@Controller('api/settings')
@Public()
export class SettingsController {
  constructor(
    private readonly config: Config,
    private readonly registration: Registration,
  ) {}

  @Get()
  @Answers(Settings, {
    id: 'getSettings',
    summary: 'Get what the dashboard has to know',
    summaryId: 'Pengaturan untuk dashboard',
    about: 'Time zone, price, and what the operator has switched on.',
  })
  get(): Settings {
    const { TIMEZONE, SIGNUP_CREDIT, PASSWORD_MIN, EMAIL_VERIFICATION, GOOGLE_CLIENT_ID } = this.config;
    return {
      version: VERSION,
      timezone: TIMEZONE,
      price: MESSAGE_COST,
      currency: 'IDR',
      signup_credit: SIGNUP_CREDIT,
      registration: this.registration.mode,
      password_min: PASSWORD_MIN,
      email_verification: EMAIL_VERIFICATION,
      google_client_id: GOOGLE_CLIENT_ID ?? null,
    };
  }
}
