import { Get } from '@nestjs/common';
import { AdminController } from '../../platform/access/controllers.js';
import { Answers } from '../../platform/openapi/index.js';
import { OverviewView } from './overview.dto.js';
import { OverviewService } from './overview.service.js';

@AdminController('api/admin/overview')
export class OverviewAdminController {
  constructor(private readonly overview: OverviewService) {}

  @Get()
  @Answers(OverviewView, {
    id: 'getOverview',
    summary: 'Get what goes on just now',
    summaryId: 'Yang sedang berlangsung',
    about:
      'Sends by the minute, failures by reason, accounts low on credit, and what a new service still lacks.',
  })
  get(): Promise<OverviewView> {
    return this.overview.view();
  }
}
