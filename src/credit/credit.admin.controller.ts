import { Body, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { Config } from '../config/index.js';
import { Audit } from '../operations/audit/index.js';
import { AdminController, CurrentActor, type SessionActor } from '../platform/access/principal.js';
import { Database } from '../platform/database/index.js';
import { IdParam } from '../platform/http/request-fields.js';
import { CurrentClaim, IdempotencyClaim, Idempotent } from '../platform/idempotency/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { failpoint } from '../platform/process/failpoint.js';
import { Confirmation, ConfirmedDto } from '../platform/security/confirmation.js';
import { requireVerifiedEmail } from './account-contact.js';
import { CreditEntryPage, CreditMoved, LedgerPageQuery, MoveCreditDto } from './credit.dto.js';
import { EVERY_ACCOUNT } from './credit.entities.js';
import { CreditReader } from './credit.reader.js';
import { Credit } from './credit.service.js';
import { PriceList } from './prices/price-list.js';
import { AdminPrices, PRICE_SAVED, SetPriceDto } from './prices/prices.dto.js';
import { SpendCapSettings } from './spend-caps/spend-cap-settings.js';
import { SPEND_CAP_SAVED, SpendCapDto, SpendCapView } from './spend-caps/spend-caps.dto.js';

@AdminController('api/admin/users/:id')
export class CreditAdminController {
  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly reader: CreditReader,
    private readonly audit: Audit,
    private readonly confirmation: Confirmation,
    private readonly config: Config,
    private readonly prices: PriceList,
    private readonly spendCaps: SpendCapSettings,
  ) {}

  @Get('credit/entries')
  @Answers(CreditEntryPage, {
    summary: { id: 'Mutasi saldo satu pengguna', en: 'List the credit ledger of a user' },
    about:
      'All changes of the balance, newest first, each with the balance after it. Filters: kind, direction and days.',
  })
  async listUserCreditEntries(@IdParam() userId: number, @Query() query: LedgerPageQuery) {
    await this.reader.view(userId);
    return this.reader.entries(userId, query);
  }

  @Post('credit')
  @Idempotent('admin.credit')
  @Answers(CreditMoved, {
    summary: { id: 'Top up atau penyesuaian saldo', en: 'Top up or adjust a balance' },
    about:
      'A positive amount is a top-up, a negative one an adjustment; the balance never falls below 0. Accepts an Idempotency-Key.',
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
      if (amount > 0) await requireVerifiedEmail(tx, this.config, userId);
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

  @Get('prices')
  @Answers(AdminPrices, {
    summary: { id: 'Harga satu pengguna', en: 'List the prices of a user' },
    about: 'Prices that apply to the account, and prices that were set only for it.',
  })
  listUserPrices(@IdParam() userId: number) {
    return this.prices.adminView(userId);
  }

  @Post('prices')
  @Answers(AdminPrices, {
    summary: { id: 'Tetapkan harga satu pengguna', en: 'Set a price of a user' },
    about: 'It replaces the general price for this account, starting at least a minute from now.',
    message: PRICE_SAVED,
  })
  @Fails('parameter_missing')
  setUserPrice(@CurrentActor() actor: SessionActor, @IdParam() userId: number, @Body() body: SetPriceDto) {
    return this.prices.set(actor, userId, body);
  }

  @Get('spend-cap')
  @Answers(SpendCapView, {
    summary: { id: 'Batas belanja satu pengguna', en: 'Get the spend cap of a user' },
    about:
      'How much the live keys of the account together may spend per day, and how much they have spent today.',
  })
  getUserSpendCap(@IdParam() userId: number) {
    return this.spendCaps.view(userId);
  }

  @Put('spend-cap')
  @Answers(SpendCapView, {
    summary: { id: 'Atur batas belanja satu pengguna', en: 'Set the spend cap of a user' },
    about: 'Its owner can set the same cap: the last change applies.',
    message: SPEND_CAP_SAVED,
  })
  @Fails('parameter_missing')
  setUserSpendCap(@CurrentActor() actor: SessionActor, @IdParam() userId: number, @Body() body: SpendCapDto) {
    return this.spendCaps.set(actor, userId, body, 'administrator');
  }
}

@AdminController('api/admin/prices')
export class PricesAdminController {
  constructor(private readonly prices: PriceList) {}

  @Get()
  @Answers(AdminPrices, {
    summary: { id: 'Daftar harga umum', en: 'List the general prices' },
    about: 'Prices of accounts without their own price. If no price is set, the environment variables apply.',
  })
  listPrices() {
    return this.prices.adminView(EVERY_ACCOUNT);
  }

  @Post()
  @Answers(AdminPrices, {
    summary: { id: 'Tetapkan harga umum', en: 'Set a general price' },
    about: 'It applies to all accounts without their own price, starting at least a minute from now.',
    message: PRICE_SAVED,
  })
  @Fails('parameter_missing', 'parameter_invalid')
  setPrice(@CurrentActor() actor: SessionActor, @Body() body: SetPriceDto) {
    return this.prices.set(actor, EVERY_ACCOUNT, body);
  }

  @Delete(':id')
  @Answers(null, {
    summary: { id: 'Batalkan harga yang belum berlaku', en: 'Cancel a scheduled price' },
    about: 'A price of all accounts or of one, until a minute before it applies.',
    message: { id: 'Harga dibatalkan.', en: 'The price was canceled.' },
  })
  cancelPrice(
    @CurrentActor() actor: SessionActor,
    @IdParam() id: number,
    @Body() { current_password }: ConfirmedDto,
  ) {
    return this.prices.cancel(actor, id, current_password);
  }
}
