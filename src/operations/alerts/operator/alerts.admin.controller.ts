import { Get, Post, Query } from '@nestjs/common';
import { AdminController, CurrentActor } from '../../../platform/access/principal.js';
import { IdParam } from '../../../platform/http/request-fields.js';
import { Answers } from '../../../platform/openapi/index.js';
import type { UserActor } from '../../audit/index.js';
import { Acknowledging, AlertList } from './alert-list.js';
import { AlertPage, AlertQuery, AlertView, DeviceAlertPage, DeviceAlertQuery } from './alerts.dto.js';

@AdminController('api/admin/alerts')
export class AlertsAdminController {
  constructor(
    private readonly alerts: AlertList,
    private readonly acknowledging: Acknowledging,
  ) {}

  @Get()
  @Answers(AlertPage, {
    summary: { id: 'Peringatan kepada operator', en: 'List the alerts' },
    about: 'The alerts that went to the operator by mail or webhook, open and ended.',
  })
  listAlerts(@Query() query: AlertQuery): Promise<AlertPage> {
    return this.alerts.page(query);
  }

  /** Audited. Stops further notices of this alert until it ends. */
  @Post(':id/acknowledge')
  @Answers(AlertView, {
    summary: { id: 'Tandai peringatan dilihat', en: 'Acknowledge an alert' },
    about: 'Sends no more notices, except for its end. An ended alert does not change.',
  })
  acknowledgeAlert(@IdParam() id: number, @CurrentActor() actor: UserActor): Promise<AlertView> {
    return this.acknowledging.acknowledge(actor, id);
  }
}

@AdminController('api/admin/devices')
export class DeviceAlertsAdminController {
  constructor(private readonly alerts: AlertList) {}

  @Get('alerts')
  @Answers(DeviceAlertPage, {
    summary: { id: 'Peringatan device', en: 'List the alerts of devices' },
    about: 'The alerts of `GET /api/admin/alerts` about devices, open and ended.',
  })
  listDeviceAlerts(@Query() query: DeviceAlertQuery): Promise<DeviceAlertPage> {
    return this.alerts.ofDevices(query);
  }
}
