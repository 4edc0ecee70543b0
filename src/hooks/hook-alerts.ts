import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LessThanOrEqual } from 'typeorm';
import { ApiKeysService } from '../api-keys/index.js';
import type { ApiKeyPrincipal } from '../common/access/principal.js';
import { BackgroundTasks } from '../common/background/background-tasks.js';
import { Database, isUniqueViolation } from '../common/database/index.js';
import { Mailer } from '../common/mail/index.js';
import { LOGGER } from '../common/observability/logger-token.js';
import { addSeconds, Clock } from '../common/time/clock.js';
import { UsersService } from '../users/index.js';
import { HookAlert } from './hook-alert.entity.js';
import { hookAlertMail, type HookTrouble } from './hook-alert-mail.js';

const QUIET_SECONDS = 3600;
/** After a mail that was not taken. */
const RETRY_SECONDS = 300;

/**
 * Mails the owner of an account why its hooks fail: whoever logs in reads nothing of it. Once an hour at most for each
 * cause, over all instances; test keys have no one to alert.
 */
@Injectable()
export class HookAlerts {
  /** So that many failing hooks at once ask the database once. */
  private readonly underWay = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly keys: ApiKeysService,
    private readonly mailer: Mailer,
    private readonly background: BackgroundTasks,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Beside the answer of the hook that failed. */
  note(who: ApiKeyPrincipal, trouble: HookTrouble): void {
    const known = `${who.userId}:${trouble}`;
    if (who.mode === 'test' || this.underWay.has(known)) return;
    const started = this.background.start('tell of a failing hook', () =>
      this.tell(who, trouble).finally(() => this.underWay.delete(known)),
    );
    if (started) this.underWay.add(known);
  }

  private async tell({ userId, apiKeyId }: ApiKeyPrincipal, trouble: HookTrouble): Promise<void> {
    if (!(await this.claim(userId, trouble))) return;
    const user = await this.users.find(userId);
    if (user?.suspendedAt !== null) return;
    const { last4 } = await this.keys.hookSettings(apiKeyId);
    try {
      await this.mailer.send({ to: user.email, ...hookAlertMail(trouble, last4) });
    } catch (error) {
      const err = { message: (error as Error).message };
      this.logger.warn({ userId, trouble, err }, 'a mail about a failing hook was not taken');
      const quietUntil = addSeconds(this.clock.now(), RETRY_SECONDS);
      await this.database.tx((tx) => tx.update(HookAlert, { userId, trouble }, { quietUntil }));
    }
  }

  /** Of many instances that would tell, one may. */
  private async claim(userId: number, trouble: HookTrouble): Promise<boolean> {
    const now = this.clock.now();
    const quietUntil = addSeconds(now, QUIET_SECONDS);
    const known = await this.database.read.findOneBy(HookAlert, { userId, trouble });
    if (known && known.quietUntil > now) return false;
    if (!known) return this.claimFirst({ userId, trouble, quietUntil });
    const { affected } = await this.database.tx((tx) =>
      tx.update(HookAlert, { id: known.id, quietUntil: LessThanOrEqual(now) }, { quietUntil }),
    );
    return affected === 1;
  }

  private async claimFirst(row: Omit<HookAlert, 'id'>): Promise<boolean> {
    try {
      await this.database.tx((tx) => tx.insert(HookAlert, row));
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }
}
