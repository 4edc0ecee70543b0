import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config, ConfigError } from '../config/index.js';
import { DevicesService } from '../gateway/index.js';
import { ROLE } from '../platform/access/principal.js';
import { AppError } from '../platform/errors/index.js';
import { randomToken } from '../platform/ids/random.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { hashPassword } from '../platform/security/password.js';
import { isCommonPassword } from '../platform/security/password-policy.js';
import { UsersService } from '../users/index.js';
import { DemoAccount } from './demo-account.js';

/** Prepares an empty database: creates an administrator, the device of GATEWAY_URL and the demo account. */
@Injectable()
export class FirstBoot implements OnApplicationBootstrap {
  /** Lines to print on the terminal. They may hold a password and are never logged. */
  readonly notes: string[] = [];

  constructor(
    private readonly users: UsersService,
    private readonly devices: DevicesService,
    private readonly demo: DemoAccount,
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.devices.ensureFromEnvironment();
    await this.ensureAdministrator();
    // The demo lines come first: they begin with the address.
    if (this.config.DEMO) this.notes.unshift(...(await this.demo.ensure()));
  }

  private async ensureAdministrator(): Promise<void> {
    const { ADMIN_USERNAME: username, ADMIN_PASSWORD: given } = this.config;
    if (await this.users.hasAdministrator()) return;
    if (given && (await isCommonPassword(given)))
      throw new ConfigError([
        'ADMIN_PASSWORD is one of the most common passwords: choose another, or unset it and Sandi generates one',
      ]);
    const password = given ?? randomToken(12);
    try {
      await this.users.create({
        username,
        email: `${username}@localhost`,
        name: 'Administrator',
        passwordHash: await hashPassword(password),
        roleId: ROLE.admin,
        emailVerified: true,
      });
    } catch (error) {
      // Another instance created it at the same time.
      if (error instanceof AppError && error.code === 'username_taken') return;
      throw error;
    }
    this.logger.info({ username }, 'administrator created');
    if (!given) this.notes.push(`Administrator: ${username} / ${password} (shown once)`);
  }
}
