import { Get } from '@nestjs/common';
import { AdminController } from '../../platform/access/controllers.js';
import { Answers } from '../../platform/openapi/index.js';
import { SystemView } from './system.dto.js';
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
