import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  AdminController,
  AllowsImpersonation,
  CurrentPrincipal,
  RequiresUser,
  type UserPrincipal,
} from '../platform/access/principal.js';
import { Answers } from '../platform/openapi/index.js';
import {
  AdminAnalytics,
  AdminAnalyticsQuery,
  Analytics,
  AnalyticsQuery,
  KeyUsageView,
} from './analytics.dto.js';
import { AnalyticsService } from './analytics.service.js';
import { ALL_ACCOUNTS } from './rollup.rules.js';

@Controller('api/account')
@RequiresUser()
export class AnalyticsController {
  constructor(private readonly analytics: AnalyticsService) {}

  @Get('analytics')
  @AllowsImpersonation()
  @ApiTags('Account')
  @Answers(Analytics, {
    summary: { id: 'Analitik pengiriman akun', en: 'Get the analytics of the account' },
    about:
      'Messages by time, hour of the week, API key, prefix and reason, with the time to delivery. Updated about every minute; `as_of` is the end of the counted period.',
  })
  getAccountAnalytics(
    @CurrentPrincipal() { userId }: UserPrincipal,
    @Query() { window, mode }: AnalyticsQuery,
  ) {
    return this.analytics.of({ userId, livemode: mode === 'live' }, window);
  }

  @Get('key-usage')
  @AllowsImpersonation()
  @ApiTags('API keys')
  @Answers(KeyUsageView, {
    summary: {
      id: 'Pemakaian batas harian API key',
      en: 'List how much of their daily caps the API keys have used',
    },
    about: 'Keys that have a cap, for today in the time zone of the service.',
    list: true,
  })
  listKeyUsage(@CurrentPrincipal() { userId }: UserPrincipal) {
    return this.analytics.keyUsage(userId);
  }
}

@AdminController('api/admin/analytics')
export class AnalyticsAdminController {
  constructor(private readonly analytics: AnalyticsService) {}

  @Get()
  @Answers(AdminAnalytics, {
    summary: {
      id: 'Analitik pengiriman semua akun, atau satu akun',
      en: 'Get the analytics of all accounts, or of one account',
    },
    about: 'The analytics that accounts see, and analytics by device.',
  })
  getAnalytics(@Query() { window, mode, user_id }: AdminAnalyticsQuery) {
    return this.analytics.forAdmin({ userId: user_id ?? ALL_ACCOUNTS, livemode: mode === 'live' }, window);
  }
}
