import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { newReference } from '../ids/random.js';
import type { CommonSettings } from '../process/common-settings.js';
import type { Clock } from '../time/clock.js';
import { type Mail, Mailer } from './mailer.js';

/** Without SMTP_URL: writes each mail to a file. Logs its name, not its content. */
export class FileMailer extends Mailer implements OnModuleInit {
  private readonly folder: string;

  constructor(
    private readonly config: CommonSettings,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
    this.folder = join(config.DATA_DIR, 'mail');
  }

  onModuleInit(): void {
    const level = this.config.isProduction ? 'warn' : 'info';
    this.logger[level]({ folder: this.folder }, 'SMTP_URL is not set: mails are written to files, not sent');
  }

  reaches(): boolean {
    return true;
  }

  async send(mail: Mail): Promise<void> {
    const now = this.clock.now();
    const file = join(this.folder, `${newReference('mail', now)}.eml`);
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeFile(file, asText(mail, this.config.MAIL_FROM, now), { mode: 0o600 });
    this.logger.info({ file }, 'mail written to a file');
  }
}

/** The mail in the format of SMTP, but in 8 bit, so that people can read it and follow links. */
function asText({ to, subject, text }: Mail, from: string, at: Date): string {
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${at.toUTCString()}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    text.replaceAll('\n', '\r\n'),
  ].join('\r\n');
}
