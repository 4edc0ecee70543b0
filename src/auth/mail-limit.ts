import { consumeAll, type Limiter, type Limits, type LimitUse } from '../platform/limits/index.js';
import type { DataKeys } from '../platform/security/data-keys.rules.js';
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

  constructor(limits: Limits, dataKeys: DataKeys, kind: 'verify' | 'change' | 'reset', mailboxMax: number) {
    this.perAccount = limits.limiter(`${kind}-mail`, ACCOUNT_MAILS_MAX, ACCOUNT_WINDOW_SECONDS);
    this.perMailbox = limits.limiter(`${kind}-mailbox`, mailboxMax, MAILBOX_WINDOW_SECONDS);
    this.index = new BlindIndex(dataKeys, 'mailbox');
  }

  async consume({ id, email }: Pick<User, 'id' | 'email'>): Promise<LimitUse> {
    const own = await this.perAccount.consume(String(id));
    return own.allowed ? consumeAll(this.perMailbox, this.index.all(mailboxOf(email))) : own;
  }
}
