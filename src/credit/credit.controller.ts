import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import {
  AllowsImpersonation,
  CurrentPrincipal,
  type Principal,
  RequiresApiKey,
  RequiresUser,
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
import { LedgerExport } from './ledger-export.js';
import { isNarrowed } from './ledger-filter.rules.js';
import { Receipts } from './top-ups/receipts.js';
import { ReceiptView } from './top-ups/top-ups.dto.js';

@Controller('api')
export class CreditController {
  constructor(
    private readonly reader: CreditReader,
    private readonly thresholds: CreditThresholds,
    private readonly files: LedgerExport,
    private readonly receipts: Receipts,
  ) {}

  @Get('otp/credit')
  @RequiresApiKey('read', 'OTP')
  @Answers(CreditView, {
    summary: { id: 'Saldo kredit', en: 'Get the credit balance' },
    about: 'One credit is one rupiah. The balance is of the account that the key belongs to.',
  })
  getCredit(@CurrentPrincipal() who: Principal) {
    return this.reader.view(who.userId);
  }

  @Get('account/credit')
  @AllowsImpersonation()
  @RequiresUser('Account')
  @Answers(AccountCreditView, {
    summary: { id: 'Saldo kredit akun', en: 'Get the credit of the account' },
    about: 'The balance, how long it lasts at the current pace, and the threshold of the notification.',
  })
  getAccountCredit(@CurrentPrincipal() who: Principal) {
    return this.reader.accountView(who.userId);
  }

  @Patch('account/credit')
  @RequiresUser('Account')
  @Answers(AccountCreditView, {
    summary: { id: 'Atur pemberitahuan saldo rendah', en: 'Set the low-balance notifications' },
    about:
      'Below `low_threshold` the webhook `credit.low` and a mail are sent, once until the balance was at or above it again. A mail is sent when the balance lasts fewer than `low_runway_days`, once until it lasted longer. What is not given stays as it is.',
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

  @Get('account/credit/entries')
  @OneAtATime('ledger', isNarrowed)
  @AllowsImpersonation()
  @RequiresUser('Account')
  @Answers(CreditEntryPage, {
    summary: { id: 'Mutasi saldo', en: 'List the credit ledger' },
    about:
      'Every movement of the balance with the balance after it, newest first; by kind, direction and days.',
  })
  listCreditEntries(@CurrentPrincipal() who: Principal, @Query() query: LedgerPageQuery) {
    return this.reader.entries(who.userId, query);
  }

  /** As the export of the history: UTF-8 with a byte order mark, and no text is a formula to the program that opens it. */
  @Get('account/credit/entries/export')
  @RequiresUser('Account')
  @RateLimited('export')
  @BoundedExport()
  @AnswersText('text/csv', {
    summary: { id: 'Unduh mutasi saldo sebagai CSV', en: 'Download the credit ledger as CSV' },
    about:
      'The same filters as the list, without its cap. Times carry the offset of their zone. `reference` joins it with the file of the history, whose `id` is the `message_id` here. New columns are added at the end.',
  })
  exportCreditEntries(@CurrentPrincipal() { userId }: Principal, @Query() query: LedgerQuery) {
    return csvFile(this.files.csv(userId, query), 'sandi-ledger.csv');
  }

  /** Of a top-up; what the account began with was not paid. */
  @Get('account/credit/entries/:id/receipt')
  @AllowsImpersonation()
  @RequiresUser('Account')
  @Answers(ReceiptView, {
    summary: { id: 'Kuitansi satu top up', en: 'Get the receipt of a top-up' },
    about: 'With the name and address of the operator as they are now, and the account that paid.',
  })
  getReceipt(@CurrentPrincipal() { userId }: Principal, @IdParam() id: number) {
    return this.receipts.of(userId, id);
  }
}
