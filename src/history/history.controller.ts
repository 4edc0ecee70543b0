import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../common/openapi/index.js';
import {
  CurrentPrincipal,
  RequiresApiKey,
  RequiresUser,
  type ApiKeyPrincipal,
  type UserPrincipal,
} from '../common/principal.js';
import {
  AccountHistoryQuery,
  AccountStats,
  HistoryPage,
  HistoryQuery,
  Stats,
  StatsQuery,
} from './history.dto.js';
import { HistoryService } from './history.service.js';
import { ownerOf } from './owner.js';

@Controller('api')
export class HistoryController {
  constructor(private readonly history: HistoryService) {}

  @Get('otp/history')
  @ApiTags('OTP')
  @RequiresApiKey()
  @Answers(HistoryPage, { summary: 'Riwayat pengiriman' })
  forApiKey(@CurrentPrincipal() who: ApiKeyPrincipal, @Query() query: HistoryQuery): Promise<HistoryPage> {
    return this.history.page(ownerOf(who), query);
  }

  @Get('otp/stats')
  @ApiTags('OTP')
  @RequiresApiKey()
  @Answers(Stats, { summary: 'Statistik pengiriman' })
  statsForApiKey(@CurrentPrincipal() who: ApiKeyPrincipal): Promise<Stats> {
    return this.history.stats(ownerOf(who));
  }

  @Get('account/history')
  @ApiTags('Account')
  @RequiresUser()
  @Answers(HistoryPage, { summary: 'Riwayat pengiriman akun' })
  forUser(
    @CurrentPrincipal() { userId }: UserPrincipal,
    @Query() query: AccountHistoryQuery,
  ): Promise<HistoryPage> {
    return this.history.page({ userId, livemode: query.mode === 'live' }, query);
  }

  @Get('account/stats')
  @ApiTags('Account')
  @RequiresUser()
  @Answers(AccountStats, { summary: 'Statistik akun dengan deret harian' })
  statsForUser(
    @CurrentPrincipal() { userId }: UserPrincipal,
    @Query() { days, mode }: StatsQuery,
  ): Promise<AccountStats> {
    return this.history.accountStats({ userId, livemode: mode === 'live' }, days);
  }
}
