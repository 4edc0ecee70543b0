import { Injectable } from '@nestjs/common';
import { ApiKeysService, ApiKeyVerifier } from '../api-keys/index.js';
import { Config } from '../config/index.js';
import { Database } from '../platform/database/index.js';
import { randomToken } from '../platform/ids/random.js';
import { hashPassword } from '../platform/security/password.js';
import { UsersService } from '../users/index.js';
import { type Demo, DEMO_USERNAME, demoLines, readDemo, writeDemo } from './demo-file.js';

/** An account with an API key and credit for a first OTP. Only for the embedded default: SQLite outside production. */
@Injectable()
export class DemoAccount {
  constructor(
    private readonly users: UsersService,
    private readonly apiKeys: ApiKeysService,
    private readonly verifier: ApiKeyVerifier,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Creates the account if it is missing. Returns the lines to print. */
  async ensure(): Promise<string[]> {
    return demoLines(this.config.publicUrl, (await this.known()) ?? (await this.create()));
  }

  private async known(): Promise<Demo | undefined> {
    const demo = readDemo(this.config.DATA_DIR);
    return demo && (await this.verifier.verify(demo.apiKey, '127.0.0.1')) ? demo : undefined;
  }

  private async create(): Promise<Demo> {
    const password = randomToken(9);
    const passwordHash = await hashPassword(password);
    const existing = await this.users.findByLogin(DEMO_USERNAME);
    const user =
      existing ??
      (await this.users.create({
        username: DEMO_USERNAME,
        email: 'demo@localhost',
        name: 'Toko Demo',
        passwordHash,
        emailVerified: true,
      }));
    if (existing) await this.database.tx((tx) => this.users.setPassword(tx, user.id, passwordHash));
    const { key } = await this.apiKeys.create(user.id, { name: 'demo', mode: 'live' });
    const demo = { password, apiKey: key };
    writeDemo(this.config.DATA_DIR, demo);
    return demo;
  }
}
