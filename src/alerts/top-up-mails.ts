import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Mailer } from '../common/mail/index.js';
import { LOGGER } from '../common/observability/logger-token.js';
import { type TopUpRequest, TopUpRequests } from '../credit/index.js';
import { UsersService } from '../users/index.js';
import { topUpMail } from './top-up-mail.js';

const BATCH = 200;

/** Tells accounts what became of their top-up requests. Several instances may do so at once. */
@Injectable()
export class TopUpMails {
  constructor(
    private readonly requests: TopUpRequests,
    private readonly users: UsersService,
    private readonly mailer: Mailer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Until one is not taken: its server has its own trouble, the next round is soon. */
  async send(): Promise<void> {
    for (const request of await this.requests.mailsDue(BATCH))
      if ((await this.requests.claimMail(request)) && !(await this.tell(request))) return;
  }

  /** False when it was not taken: it stays due, and is tried again after its pause. */
  private async tell(request: TopUpRequest): Promise<boolean> {
    const user = await this.users.find(request.userId);
    try {
      if (user?.suspendedAt === null) await this.mailer.send({ to: user.email, ...topUpMail(request) });
    } catch (error) {
      const err = { message: (error as Error).message };
      this.logger.warn({ userId: request.userId, err }, 'a mail about a top-up request was not taken');
      return false;
    }
    await this.requests.mailDone(request);
    return true;
  }
}
