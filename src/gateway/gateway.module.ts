import { Module } from '@nestjs/common';
import { AuditModule } from '../operations/audit/index.js';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import { AddressKeys } from './address-keys.js';
import { DeviceViewer } from './admin/device-viewer.js';
import { DevicesAdminController } from './admin/devices.admin.controller.js';
import { DevicesAdminService } from './admin/devices.admin.service.js';
import { DriversAdminController } from './admin/drivers.admin.controller.js';
import { PairingAdminController } from './admin/pairing.admin.controller.js';
import { PairingAdminService } from './admin/pairing.admin.service.js';
import { CallbackParser } from './callback-parser.js';
import { DevicesService } from './devices.service.js';
import { GatewayDispatcher } from './dispatcher.js';
import { GatewayMetrics } from './gateway-metrics.js';
import { LinksModule } from './links.module.js';
import { MessageLooks } from './message-looks.js';
import { DeviceClaims } from './pool/device-claims.js';
import { DeviceJudge } from './pool/device-judge.js';
import { DevicePool } from './pool/device-pool.js';
import { DeviceProber } from './pool/device-prober.js';
import { DeviceRoster } from './pool/device-roster.js';
import { RecipientContacts } from './pool/recipient-contacts.js';
import { SharedMarks } from './pool/shared-marks.js';
import { SharedProbes } from './pool/shared-probes.js';

@Module({
  imports: [AuditModule, LinksModule],
  controllers: [DevicesAdminController, PairingAdminController, DriversAdminController],
  providers: [
    AddressKeys,
    GatewayMetrics,
    BackgroundTasks,
    RecipientContacts,
    SharedMarks,
    SharedProbes,
    DeviceClaims,
    DeviceRoster,
    DevicePool,
    DeviceJudge,
    DeviceProber,
    GatewayDispatcher,
    MessageLooks,
    CallbackParser,
    DevicesService,
    DeviceViewer,
    DevicesAdminService,
    PairingAdminService,
  ],
  exports: [DevicePool, DeviceProber, GatewayDispatcher, MessageLooks, CallbackParser, DevicesService],
})
export class GatewayModule {}
