import { Injectable } from '@nestjs/common';
import { SecurityMails, type UserActor } from '../../operations/audit/index.js';
import { type Limiter, Limits } from '../../platform/limits/index.js';

const MAILS_MAX = 1;
const WINDOW_SECONDS = 3600;

/** Mails the owner that somebody knows the password and not the code: at the first wrong one, and once an hour from then on. */
@Injectable()
export class WrongCodeMails {
  private readonly perAccount: Limiter;

  constructor(
    limits: Limits,
    private readonly mails: SecurityMails,
  ) {
    this.perAccount = limits.limiter('wrong-code-mail', MAILS_MAX, WINDOW_SECONDS);
  }

  async tell(owner: UserActor, isFirstInARow: boolean): Promise<void> {
    const { allowed } = await this.perAccount.consume(String(owner.userId));
    if (allowed || isFirstInARow) await this.mails.send(owner, 'second_factor.wrong_code');
  }
}
