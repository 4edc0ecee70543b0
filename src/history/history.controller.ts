import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type ApiKeyPrincipal,
  CurrentPrincipal,
  RequiresApiKey,
  RequiresUser,
  type UserPrincipal,
} from '../common/access/principal.js';
import { RateLimited } from '../common/limits/index.js';
import { Answers, AnswersText, Fails } from '../common/openapi/index.js';
import {
  AccountHistoryPage,
  AccountHistoryQuery,
  AccountStats,
  ExportQuery,
  HistoryPage,
  HistoryQuery,
  Stats,
  StatsQuery,
} from './history.dto.js';
import { HistoryService } from './history.service.js';
import { HistoryExport } from './history-export.js';
import { ownerOf } from './owner.js';

@Controller('api')
export class HistoryController {
  constructor(
    private readonly history: HistoryService,
    private readonly files: HistoryExport,
  ) {}

  @Get('otp/history')
  @ApiTags('OTP')
  @RequiresApiKey('read')
  @Answers(HistoryPage, {
    id: 'listHistory',
    summary: 'List the messages that were sent',
    summaryId: 'Riwayat pengiriman',
    about: 'Of the account, live or test as the key is, newest first; phones are masked.',
  })
  forApiKey(@CurrentPrincipal() who: ApiKeyPrincipal, @Query() query: HistoryQuery): Promise<HistoryPage> {
    return this.history.page(ownerOf(who), query);
  }

  @Get('otp/stats')
  @ApiTags('OTP')
  @RequiresApiKey('read')
  @Answers(Stats, {
    id: 'getStats',
    summary: 'Get the figures of the account',
    summaryId: 'Statistik pengiriman',
    about: 'How many were sent, failed, made today and checked.',
  })
  statsForApiKey(@CurrentPrincipal() who: ApiKeyPrincipal): Promise<Stats> {
    return this.history.stats(ownerOf(who));
  }

  @Get('account/history')
  @ApiTags('Account')
  @RequiresUser()
  @Answers(AccountHistoryPage, {
    id: 'listAccountHistory',
    summary: 'List the messages of the account',
    summaryId: 'Riwayat pengiriman akun',
    about: 'Newest first; phones are masked. With `include=pending`, those without an outcome yet too.',
  })
  forUser(
    @CurrentPrincipal() { userId }: UserPrincipal,
    @Query() query: AccountHistoryQuery,
  ): Promise<AccountHistoryPage> {
    return this.history.accountPage({ userId, livemode: query.mode === 'live' }, query);
  }

  /** UTF-8 with a byte order mark, a header line, and the fields of the history; texts that look like formulas are quoted out. */
  @Get('account/history/export')
  @ApiTags('Account')
  @RequiresUser()
  @RateLimited('export')
  @AnswersText('text/csv', {
    id: 'exportAccountHistory',
    summary: 'Download the messages of the account as CSV',
    summaryId: 'Unduh riwayat pengiriman akun sebagai CSV',
    about: 'The same filters as the list. New columns are added at the end.',
  })
  @Fails('rate_limited')
  exportForUser(@CurrentPrincipal() { userId }: UserPrincipal, @Query() query: ExportQuery): StreamableFile {
    return new StreamableFile(this.files.csv({ userId, livemode: query.mode === 'live' }, query), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="sandi-history.csv"',
    });
  }

  @Get('account/stats')
  @ApiTags('Account')
  @RequiresUser()
  @Answers(AccountStats, {
    id: 'getAccountStats',
    summary: 'Get the figures of the account by day',
    summaryId: 'Statistik akun dengan deret harian',
    about: 'With a series of days, the share delivered and the time to delivery.',
  })
  statsForUser(
    @CurrentPrincipal() { userId }: UserPrincipal,
    @Query() { days, mode }: StatsQuery,
  ): Promise<AccountStats> {
    return this.history.accountStats({ userId, livemode: mode === 'live' }, days);
  }
}
