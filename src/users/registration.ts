import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/index.js';
import { Database } from '../platform/database/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { ServiceSetting } from './user.entities.js';

export const REGISTRATIONS = ['open', 'invite', 'closed'] as const;
export type RegistrationMode = (typeof REGISTRATIONS)[number];

/** Who may register: anyone, people with an invitation, or nobody. */
@Injectable()
export class Registration implements OnModuleInit {
  mode: RegistrationMode = 'closed';

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    const { REGISTRATION, isProduction } = this.config;
    this.mode = REGISTRATION ?? (isProduction ? await this.unsetMode() : 'open');
  }

  /** The mode without REGISTRATION. The migration that added this variable stored whether accounts existed before. */
  private async unsetMode(): Promise<RegistrationMode> {
    const noted = await this.database.read.findOneBy(ServiceSetting, { name: 'registration' });
    if (noted?.value !== 'open') return 'closed';
    this.logger.warn(
      'REGISTRATION is not set, and registration stays open as it was before this setting: set it to open, invite or closed',
    );
    return 'open';
  }
}
