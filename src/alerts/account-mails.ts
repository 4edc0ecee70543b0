import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { type Mail, Mailer } from '../common/mail/index.js';
import { LOGGER } from '../common/observability/logger-token.js';
import { UsersService } from '../users/index.js';

const BATCH = 200;

/** As one of the writers of mails returns them. */
type Words = Pick<Mail, 'subject' | 'text'>;

/** Mails that are owed; of several instances one gets a mail, for as long as it may take. */
interface OwedMails<M> {
  mailsDue(limit: number): Promise<M[]>;
  /** `undefined` where another instance has it. */
  claimMail(mail: M): Promise<M | undefined>;
  mailDone(mail: M): Promise<void>;
}

/** Mails to the owners of accounts that are in use. */
@Injectable()
export class AccountMails {
  constructor(
    private readonly users: UsersService,
    private readonly mailer: Mailer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Sends those that are due, until one is not taken: its server has its own trouble, the next round is soon. */
  async send<M extends { userId: number }>(
    about: string,
    owed: OwedMails<M>,
    write: (mail: M) => Words,
  ): Promise<void> {
    for (const due of await owed.mailsDue(BATCH)) {
      const mail = await owed.claimMail(due);
      if (!mail) continue;
      // One that was not taken stays due, and is tried again after its pause.
      if (!(await this.isTaken(about, mail.userId, write(mail)))) return;
      await owed.mailDone(mail);
    }
  }

  private async isTaken(about: string, userId: number, mail: Words): Promise<boolean> {
    const user = await this.users.find(userId);
    try {
      if (user?.suspendedAt === null) await this.mailer.send({ to: user.email, ...mail });
      return true;
    } catch (error) {
      const err = { message: (error as Error).message };
      this.logger.warn({ userId, err }, `a mail about ${about} was not taken`);
      return false;
    }
  }
}
