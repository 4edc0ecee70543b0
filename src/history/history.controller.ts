import { Controller, Get, Query } from '@nestjs/common';
import {
  AllowsImpersonation,
  type ApiKeyPrincipal,
  CurrentPrincipal,
  RequiresApiKey,
  RequiresUser,
  type UserPrincipal,
} from '../platform/access/principal.js';
import { csvFile } from '../platform/http/response-files.js';
import { BoundedExport, OneAtATime, RateLimited } from '../platform/limits/index.js';
import { Answers, AnswersText } from '../platform/openapi/index.js';
import {
  AccountHistoryPage,
  AccountHistoryQuery,
  AccountStats,
  ExportQuery,
  HistoryPage,
  HistoryQuery,
  Stats,
  StatsQuery,
  UsedBrandsQuery,
  UsedBrandsView,
} from './history.dto.js';
import { HistoryService } from './history.service.js';
import { HistoryExport } from './history-export.js';
import { hasFacets } from './index-scans.rules.js';
import { MessageReader, ownerOf } from './message-reader.js';

@Controller('api')
export class HistoryController {
  constructor(
    private readonly history: HistoryService,
    private readonly files: HistoryExport,
    private readonly messages: MessageReader,
  ) {}

  @Get('otp/history')
  @RequiresApiKey('read', 'OTP')
  @Answers(HistoryPage, {
    summary: { id: 'Riwayat pengiriman', en: 'List messages' },
    about: 'Messages of the account in the mode of the key (live or test), newest first. Phones are masked.',
  })
  listHistory(@CurrentPrincipal() who: ApiKeyPrincipal, @Query() query: HistoryQuery) {
    return this.history.page(ownerOf(who), query);
  }

  @Get('otp/stats')
  @RequiresApiKey('read', 'OTP')
  @Answers(Stats, {
    summary: { id: 'Statistik pengiriman', en: 'Get the statistics of the account' },
    about: 'Numbers of messages that were sent, failed, created today, or successfully checked.',
  })
  getStats(@CurrentPrincipal() who: ApiKeyPrincipal) {
    return this.history.stats(ownerOf(who));
  }

  @Get('account/history')
  @OneAtATime('messages', hasFacets)
  @AllowsImpersonation()
  @RequiresUser('Account')
  @Answers(AccountHistoryPage, {
    summary: { id: 'Riwayat pengiriman akun', en: 'List the messages of the account' },
    about:
      'Newest first; phones are masked. `include=pending` adds messages without an outcome. With `key`, `brand`, `reason` or `prefix`, `total` is null, and `next_cursor` leads to the next page.',
  })
  listAccountHistory(@CurrentPrincipal() { userId }: UserPrincipal, @Query() query: AccountHistoryQuery) {
    return this.history.accountPage({ userId, livemode: query.mode === 'live' }, query);
  }

  /**
   * UTF-8 with a byte order mark, a header line, and the fields of the history. Texts that look like formulas are
   * escaped.
   */
  @Get('account/history/export')
  @RequiresUser('Account')
  @RateLimited('export')
  @BoundedExport()
  @AnswersText('text/csv', {
    summary: {
      id: 'Unduh riwayat pengiriman akun sebagai CSV',
      en: 'Download the messages of the account as CSV',
    },
    about:
      'The same filters as the list. Times have the offset of their zone. `reference` links the messages to the CSV file of the ledger, whose `message_id` is `id` here. New columns are added at the end.',
  })
  exportAccountHistory(@CurrentPrincipal() { userId }: UserPrincipal, @Query() query: ExportQuery) {
    return csvFile(this.files.csv({ userId, livemode: query.mode === 'live' }, query), 'sandi-history.csv');
  }

  @Get('account/history/brands')
  @OneAtATime('brands')
  @AllowsImpersonation()
  @RequiresUser('Account')
  @Answers(UsedBrandsView, {
    summary: {
      id: 'Brand yang pernah dipakai akun ini',
      en: 'List the brands that the account has sent with',
    },
    about: 'The brands of stored messages, in alphabetical order, at most 50.',
  })
  async listUsedBrands(@CurrentPrincipal() { userId }: UserPrincipal, @Query() { mode }: UsedBrandsQuery) {
    return { brands: await this.messages.usedBrands({ userId, livemode: mode === 'live' }) };
  }

  @Get('account/stats')
  @AllowsImpersonation()
  @RequiresUser('Account')
  @Answers(AccountStats, {
    summary: { id: 'Statistik akun dengan deret harian', en: 'Get the statistics of the account by day' },
    about: 'Totals, a daily series, the delivery rate and the time to delivery.',
  })
  getAccountStats(@CurrentPrincipal() { userId }: UserPrincipal, @Query() { days, mode }: StatsQuery) {
    return this.history.accountStats({ userId, livemode: mode === 'live' }, days);
  }
}
