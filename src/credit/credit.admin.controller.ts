import { Body, Get, Post, Query } from '@nestjs/common';
import { Config } from '../config/index.js';
import { Audit } from '../operations/audit/index.js';
import { AdminController, CurrentActor, type SessionActor } from '../platform/access/principal.js';
import { Database } from '../platform/database/index.js';
import { IdParam } from '../platform/http/request-fields.js';
import { CurrentClaim, IdempotencyClaim, Idempotent } from '../platform/idempotency/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { failpoint } from '../platform/process/failpoint.js';
import { Confirmation } from '../platform/security/confirmation.js';
import { CreditEntryPage, CreditMoved, LedgerPageQuery, MoveCreditDto } from './credit.dto.js';
import { CreditReader } from './credit.reader.js';
import { Credit } from './credit.service.js';
import { TopUpRule } from './top-ups/top-up-requests.js';

@AdminController('api/admin/users/:id/credit')
export class CreditAdminController {
  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly reader: CreditReader,
    private readonly rule: TopUpRule,
    private readonly audit: Audit,
    private readonly confirmation: Confirmation,
    private readonly config: Config,
  ) {}

  @Get('entries')
  @Answers(CreditEntryPage, {
    summary: { id: 'Mutasi saldo satu pengguna', en: 'List the credit ledger of a user' },
    about:
      'Every movement of the balance with the balance after it, newest first; by kind, direction and days.',
  })
  async listUserCreditEntries(@IdParam() userId: number, @Query() query: LedgerPageQuery) {
    await this.reader.view(userId);
    return this.reader.entries(userId, query);
  }

  @Post()
  @Idempotent('admin.credit')
  @Answers(CreditMoved, {
    summary: { id: 'Top up atau penyesuaian saldo', en: 'Top up or adjust a balance' },
    about:
      'A positive amount is a top-up, a negative one an adjustment; the balance never falls below 0. Takes an Idempotency-Key.',
    message: { id: 'Saldo diperbarui.', en: 'The balance was updated.' },
  })
  @Fails('parameter_missing', 'balance_negative', 'email_unverified')
  async moveCredit(
    @IdParam() userId: number,
    @Body() { amount, note, current_password }: MoveCreditDto,
    @CurrentActor() actor: SessionActor,
    @CurrentClaim() claim?: IdempotencyClaim,
  ) {
    const confirmAbove = this.config.TOPUP_CONFIRM_ABOVE;
    if (confirmAbove > 0 && Math.abs(amount) > confirmAbove)
      await this.confirmation.require(actor, current_password);
    return this.database.tx(async (tx) => {
      await claim?.take(tx);
      failpoint('topup.key');
      if (amount > 0) await this.rule.require(tx, userId);
      const credit_balance = await this.credit.move(tx, { userId, amount, note, actorId: actor.userId });
      failpoint('topup.moved');
      const action = amount > 0 ? 'credit.topup' : 'credit.adjust';
      await this.audit.record(tx, actor, action, `user:${userId}`, { amount, note });
      failpoint('topup.audited');
      const moved = { user_id: userId, credit_balance };
      await claim?.finish(tx, moved);
      failpoint('topup.kept');
      return moved;
    });
  }
}
