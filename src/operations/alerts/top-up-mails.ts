import { Injectable } from '@nestjs/common';
import { TopUpRequests } from '../../credit/index.js';
import { AccountMails } from './account-mails.js';
import { topUpMail } from './top-up-mail.js';

/** Tells accounts what became of their top-up requests. Several instances may do so at once. */
@Injectable()
export class TopUpMails {
  constructor(
    private readonly requests: TopUpRequests,
    private readonly mails: AccountMails,
  ) {}

  send(): Promise<void> {
    return this.mails.send('top_up', this.requests, topUpMail);
  }
}
