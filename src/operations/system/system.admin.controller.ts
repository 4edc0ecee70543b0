import { Get } from '@nestjs/common';
import { AdminController } from '../../platform/access/principal.js';
import { Answers } from '../../platform/openapi/index.js';
import { OverviewService } from './overview.service.js';
import { OverviewView, SystemView } from './system.dto.js';
import { SystemService } from './system.service.js';

@AdminController('api/admin/system')
export class SystemAdminController {
  constructor(private readonly system: SystemService) {}

  @Get()
  @Answers(SystemView, {
    id: 'getSystem',
    summary: 'Get the state of the service',
    summaryId: 'Keadaan layanan',
    about:
      'Versions, migrations, backlog and the last check of the books, as the answering instance sees them.',
  })
  get(): Promise<SystemView> {
    return this.system.view();
  }
}

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
