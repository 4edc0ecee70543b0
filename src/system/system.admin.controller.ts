import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../common/openapi/index.js';
import { RequiresAdmin } from '../common/principal.js';
import { SystemView } from './system.dto.js';
import { SystemService } from './system.service.js';

@ApiTags('Admin')
@Controller('api/admin/system')
@RequiresAdmin()
export class SystemAdminController {
  constructor(private readonly system: SystemService) {}

  @Get()
  @Answers(SystemView, { summary: 'Keadaan layanan' })
  get(): Promise<SystemView> {
    return this.system.view();
  }
}
