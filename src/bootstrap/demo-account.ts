import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '../api-keys/index.js';
import { Config } from '../common/config/index.js';
import { Database } from '../common/database/index.js';
import { randomDigits, randomToken } from '../common/random.js';
import { hashPassword } from '../common/security/password.js';
import { UsersService } from '../users/index.js';

const USERNAME = 'demo';

interface DemoFile {
  password: string;
  apiKey: string;
}

/**
 * An account with a key and credit for a newcomer's first OTP, on the embedded default only. Its secrets are kept in
 * DATA_DIR, readable by the owner, so that every start can print the same line.
 */
@Injectable()
export class DemoAccount {
  constructor(
    private readonly users: UsersService,
    private readonly apiKeys: ApiKeysService,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Makes the account when it is missing; returns what to tell the newcomer. */
  async ensure(): Promise<string[]> {
    const { password, apiKey } = (await this.known()) ?? (await this.create());
    const body = JSON.stringify({
      phone: '081234567890',
      otp_code: randomDigits(6),
      company_name: 'Toko Demo',
    });
    return [
      `Dashboard: ${this.config.publicUrl}`,
      `Demo account: ${USERNAME} / ${password}`,
      'Send a first OTP there, from the page “Kirim”, or from here:',
      '',
      `  curl -X POST ${this.config.publicUrl}/api/otp/send \\`,
      `    -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' \\`,
      `    -d '${body}'`,
      '',
      `  curl ${this.config.publicUrl}/api/otp/history -H 'Authorization: Bearer ${apiKey}'`,
      '',
      `API documents: ${this.config.publicUrl}/docs`,
    ];
  }

  private get file(): string {
    return join(this.config.DATA_DIR, 'demo.json');
  }

  private async known(): Promise<DemoFile | undefined> {
    if (!existsSync(this.file)) return undefined;
    const demo = JSON.parse(readFileSync(this.file, 'utf8')) as DemoFile;
    return (await this.apiKeys.verify(demo.apiKey, '127.0.0.1')) ? demo : undefined;
  }

  private async create(): Promise<DemoFile> {
    const password = randomToken(9);
    const passwordHash = await hashPassword(password);
    const existing = await this.users.findByLogin(USERNAME);
    const user =
      existing ??
      (await this.users.create({
        username: USERNAME,
        email: 'demo@localhost',
        name: 'Toko Demo',
        passwordHash,
        emailVerified: true,
      }));
    if (existing) await this.database.tx((tx) => this.users.setPassword(tx, user.id, passwordHash));
    const { key } = await this.apiKeys.create(user.id, { name: 'demo', mode: 'live' });
    const demo = { password, apiKey: key };
    mkdirSync(this.config.DATA_DIR, { recursive: true });
    writeFileSync(this.file, JSON.stringify(demo, null, 2), { mode: 0o600 });
    return demo;
  }
}
