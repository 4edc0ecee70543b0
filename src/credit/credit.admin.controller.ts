import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Audit, type Actor } from '../audit/index.js';
import { CurrentActor } from '../common/actor.js';
import { Database } from '../common/database/index.js';
import { IdPipe } from '../common/id.pipe.js';
import { Answers, Fails } from '../common/openapi/index.js';
import { RequiresAdmin } from '../common/principal.js';
import { CreditMoved, MoveCreditDto } from './credit.dto.js';
import { Credit } from './credit.service.js';

@ApiTags('Admin')
@Controller('api/admin/users/:id/credit')
@RequiresAdmin()
export class CreditAdminController {
  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly audit: Audit,
  ) {}

  /** A positive amount is a top-up, a negative one an adjustment; both are ledger entries with the note. */
  @Post()
  @Answers(CreditMoved, { message: 'Saldo diperbarui.' })
  @Fails('not_found', 'parameter_missing', 'balance_negative')
  async move(
    @Param('id', IdPipe) userId: number,
    @Body() { amount, note }: MoveCreditDto,
    @CurrentActor() actor: Actor,
  ): Promise<CreditMoved> {
    const credit_balance = await this.database.tx(async (tx) => {
      const movement = { userId, amount: Math.abs(amount), note, actorId: actor.userId };
      const balance = await (amount > 0 ? this.credit.topUp(tx, movement) : this.credit.adjust(tx, movement));
      await this.audit.record(tx, actor, amount > 0 ? 'credit.topup' : 'credit.adjust', `user:${userId}`, {
        amount,
        note,
      });
      return balance;
    });
    return { user_id: userId, credit_balance };
  }
}
