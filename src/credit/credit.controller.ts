import { Body, Controller, Get, Patch, Put, Query } from '@nestjs/common';
import {
  AllowsImpersonation,
  CurrentActor,
  CurrentPrincipal,
  type Principal,
  RequiresApiKey,
  type SessionActor,
  UserController,
} from '../platform/access/principal.js';
import { IdParam } from '../platform/http/request-fields.js';
import { csvFile } from '../platform/http/response-files.js';
import { BoundedExport, OneAtATime, RateLimited } from '../platform/limits/index.js';
import { Answers, AnswersText, Fails } from '../platform/openapi/index.js';
import {
  AccountCreditView,
  CreditEntryPage,
  CreditView,
  LedgerPageQuery,
  LedgerQuery,
  LowCreditDto,
} from './credit.dto.js';
import { CreditReader } from './credit.reader.js';
import { CreditThresholds } from './credit-thresholds.js';
import { isNarrowed } from './ledger-filter.rules.js';
import { PriceList } from './prices/price-list.js';
import { AccountPrices } from './prices/prices.dto.js';
import { SpendCapSettings } from './spend-caps/spend-cap-settings.js';
import { SPEND_CAP_SAVED, SpendCapDto, SpendCapView } from './spend-caps/spend-caps.dto.js';
import { TopUpViews } from './top-ups/top-up-views.js';
import { ReceiptView } from './top-ups/top-ups.dto.js';
import { UsageQuery, UsageView } from './usage/usage.dto.js';
import { UsageReader } from './usage/usage-reader.js';

@Controller('api/otp/credit')
export class CreditController {
  constructor(private readonly reader: CreditReader) {}

  @Get()
  @RequiresApiKey('read', 'OTP')
  @Answers(CreditView, {
    summary: { id: 'Saldo kredit', en: 'Get the credit balance' },
    about: 'The balance of the API key’s account. One credit is one rupiah.',
  })
  getCredit(@CurrentPrincipal() { userId }: Principal) {
    return this.reader.view(userId);
  }
}

@UserController('Account', 'api/account')
export class AccountCreditController {
  constructor(
    private readonly reader: CreditReader,
    private readonly thresholds: CreditThresholds,
    private readonly topUps: TopUpViews,
    private readonly prices: PriceList,
    private readonly spendCaps: SpendCapSettings,
    private readonly usage: UsageReader,
  ) {}

  @Get('credit')
  @AllowsImpersonation()
  @Answers(AccountCreditView, {
    summary: { id: 'Saldo kredit akun', en: 'Get the credit of the account' },
    about: 'The balance, how long it lasts at the current pace, and the threshold of the notification.',
  })
  getAccountCredit(@CurrentPrincipal() who: Principal) {
    return this.reader.accountView(who.userId);
  }

  @Patch('credit')
  @Answers(AccountCreditView, {
    summary: { id: 'Atur pemberitahuan saldo rendah', en: 'Set the low-balance notifications' },
    about:
      'When the balance falls below `low_threshold`, Sandi sends the webhook `credit.low` and a mail, and again only after the balance has recovered. When the balance lasts fewer days than `low_runway_days`, Sandi sends a mail, and again only after it has lasted longer. Omitted fields stay unchanged.',
    message: { id: 'Batas saldo disimpan.', en: 'The balance threshold was saved.' },
  })
  @Fails('parameter_invalid')
  async setCreditThreshold(
    @CurrentPrincipal() { userId }: Principal,
    @Body() { low_threshold, low_runway_days }: LowCreditDto,
  ) {
    await this.thresholds.set(userId, { lowThreshold: low_threshold, lowRunwayDays: low_runway_days });
    return this.reader.accountView(userId);
  }

  @Get('credit/entries')
  @OneAtATime('ledger', isNarrowed)
  @AllowsImpersonation()
  @Answers(CreditEntryPage, {
    summary: { id: 'Mutasi saldo', en: 'List the credit ledger' },
    about:
      'All changes of the balance, newest first, each with the balance after it. Filters: kind, direction and days.',
  })
  listCreditEntries(@CurrentPrincipal() who: Principal, @Query() query: LedgerPageQuery) {
    return this.reader.entries(who.userId, query);
  }

  /**
   * Like the export of the history: UTF-8 with a byte order mark, and no text that a spreadsheet reads as a formula.
   */
  @Get('credit/entries/export')
  @RateLimited('export')
  @BoundedExport()
  @AnswersText('text/csv', {
    summary: { id: 'Unduh mutasi saldo sebagai CSV', en: 'Download the credit ledger as CSV' },
    about:
      'The same filters as the list, but all matching entries. Times have the offset of their zone. `reference` links the entries to the CSV file of the history, whose `id` is `message_id` here. New columns are added at the end.',
  })
  exportCreditEntries(@CurrentPrincipal() { userId }: Principal, @Query() query: LedgerQuery) {
    return csvFile(this.reader.csv(userId, query), 'sandi-ledger.csv');
  }

  /** Only for top-ups. The credit of a new account has no receipt, since nobody paid it. */
  @Get('credit/entries/:id/receipt')
  @AllowsImpersonation()
  @Answers(ReceiptView, {
    summary: { id: 'Kuitansi satu top up', en: 'Get the receipt of a top-up' },
    about: 'Has the operator’s current name and address, and the account that paid.',
  })
  getReceipt(@CurrentPrincipal() { userId }: Principal, @IdParam() id: number) {
    return this.topUps.receipt(userId, id);
  }

  @Get('credit/spend-cap')
  @AllowsImpersonation()
  @Answers(SpendCapView, {
    summary: { id: 'Batas belanja akun', en: 'Get the spend cap of the account' },
    about: 'How much all live keys together may spend per day, and how much they have spent today.',
  })
  getSpendCap(@CurrentPrincipal() { userId }: Principal) {
    return this.spendCaps.view(userId);
  }

  @Put('credit/spend-cap')
  @Answers(SpendCapView, {
    summary: { id: 'Atur batas belanja akun', en: 'Set the spend cap of the account' },
    about:
      'It applies from the next send on. Sends that would exceed it get `spend_cap_reached` until the day ends. A key may have its own cap.',
    message: SPEND_CAP_SAVED,
  })
  @Fails('parameter_missing', 'parameter_invalid')
  setSpendCap(@CurrentActor() owner: SessionActor, @Body() body: SpendCapDto) {
    return this.spendCaps.set(owner, owner.userId, body, 'owner');
  }

  @Get('prices')
  @AllowsImpersonation()
  @Answers(AccountPrices, {
    summary: { id: 'Harga akun', en: 'Get the prices of the account' },
    about:
      'Current and scheduled prices of live messages by channel, and of inbound verifications. A message costs the price at the time of its creation.',
  })
  getAccountPrices(@CurrentPrincipal() { userId }: Principal) {
    return this.prices.view(userId);
  }

  @Get('usage')
  @AllowsImpersonation()
  @Answers(UsageView, {
    summary: { id: 'Pemakaian dalam rupiah', en: 'Get the usage in rupiah' },
    about:
      'Charges and refunds of messages and inbound verifications by brand, API key, channel and month, in local days. Purged messages stay included.',
  })
  getUsage(@CurrentPrincipal() { userId }: Principal, @Query() query: UsageQuery) {
    return this.usage.of(userId, query);
  }
}
