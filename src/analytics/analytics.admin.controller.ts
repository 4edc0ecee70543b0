import { Get, Query } from '@nestjs/common';
import { AdminController } from '../platform/access/controllers.js';
import { Answers } from '../platform/openapi/index.js';
import { AdminAnalytics, AdminAnalyticsQuery } from './analytics.dto.js';
import { AnalyticsService } from './analytics.service.js';
import { ALL_ACCOUNTS } from './fold.rules.js';

@AdminController('api/admin/analytics')
export class AnalyticsAdminController {
  constructor(private readonly analytics: AnalyticsService) {}

  @Get()
  @Answers(AdminAnalytics, {
    id: 'getAnalytics',
    summary: 'Get what became of the messages of all accounts, or of one',
    summaryId: 'Analitik pengiriman semua akun, atau satu akun',
    about: 'As accounts see it, and by device.',
  })
  get(@Query() { window, mode, user_id }: AdminAnalyticsQuery): Promise<AdminAnalytics> {
    return this.analytics.forAdmin({ userId: user_id ?? ALL_ACCOUNTS, livemode: mode === 'live' }, window);
  }
}
