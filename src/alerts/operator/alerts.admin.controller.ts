import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../common/openapi/index.js';
import { RequiresAdmin } from '../../common/principal.js';
import { AlertList } from './alert-list.js';
import { AlertPage, AlertQuery } from './alerts.dto.js';

@ApiTags('Admin')
@Controller('api/admin/alerts')
@RequiresAdmin()
export class AlertsAdminController {
  constructor(private readonly alerts: AlertList) {}

  @Get()
  @Answers(AlertPage, { summary: 'Peringatan kepada operator' })
  list(@Query() query: AlertQuery): Promise<AlertPage> {
    return this.alerts.page(query);
  }
}
