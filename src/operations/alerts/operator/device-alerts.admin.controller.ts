import { Get, Query } from '@nestjs/common';
import { AdminController } from '../../../platform/access/controllers.js';
import { Answers } from '../../../platform/openapi/index.js';
import { AlertList } from './alert-list.js';
import { DeviceAlertPage, DeviceAlertQuery } from './device-alerts.dto.js';

@AdminController('api/admin/devices')
export class DeviceAlertsAdminController {
  constructor(private readonly alerts: AlertList) {}

  /** The same as the operator is told of, newest first. */
  @Get('alerts')
  @Answers(DeviceAlertPage, {
    id: 'listDeviceAlerts',
    summary: 'List the alerts of devices',
    summaryId: 'Peringatan device',
    about: 'Those of `GET /api/admin/alerts` that are about a device, open and ended.',
  })
  list(@Query() query: DeviceAlertQuery): Promise<DeviceAlertPage> {
    return this.alerts.ofDevices(query);
  }
}
