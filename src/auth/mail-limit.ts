import { type Limiter, type Limits, type LimitUse } from '../platform/limits/index.js';
import { BlindIndex } from '../platform/security/hashing.js';
import type { User } from '../users/index.js';
import { mailboxOf } from './account.rules.js';

const ACCOUNT_MAILS_MAX = 3;
const ACCOUNT_WINDOW_SECONDS = 900;
const MAILBOX_WINDOW_SECONDS = 3600;

/** Limits mails of one kind, per account and per mailbox. */
export class MailLimit {
  private readonly perAccount: Limiter;
  private readonly perMailbox: Limiter;
  private readonly index: BlindIndex;

  constructor(limits: Limits, dataKey: string, kind: 'verify' | 'change' | 'reset', mailboxMax: number) {
    this.perAccount = limits.limiter(`${kind}-mail`, ACCOUNT_MAILS_MAX, ACCOUNT_WINDOW_SECONDS);
    this.perMailbox = limits.limiter(`${kind}-mailbox`, mailboxMax, MAILBOX_WINDOW_SECONDS);
    this.index = new BlindIndex(dataKey, 'mailbox');
  }

  async consume({ id, email }: Pick<User, 'id' | 'email'>): Promise<LimitUse> {
    const own = await this.perAccount.consume(String(id));
    return own.allowed ? this.perMailbox.consume(this.index.of(mailboxOf(email))) : own;
  }
}
