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
    summary: { id: 'Keadaan layanan', en: 'Get the state of the service' },
    about: 'Versions, migrations, backlog and the last ledger audit, as this instance sees them.',
  })
  getSystem(): Promise<SystemView> {
    return this.system.view();
  }
}

@AdminController('api/admin/overview')
export class OverviewAdminController {
  constructor(private readonly overview: OverviewService) {}

  @Get()
  @Answers(OverviewView, {
    summary: { id: 'Yang sedang berlangsung', en: 'Get the current activity' },
    about:
      'Sends per minute, failures by reason, accounts with little credit, and the open steps of a new service.',
  })
  getOverview(): Promise<OverviewView> {
    return this.overview.view();
  }
}
