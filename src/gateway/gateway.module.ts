import { Module } from '@nestjs/common';
import { AuditModule } from '../operations/audit/index.js';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import { DeviceViewer } from './admin/device-viewer.js';
import { DevicesAdminController } from './admin/devices.admin.controller.js';
import { DevicesAdminService } from './admin/devices.admin.service.js';
import { DriversAdminController } from './admin/drivers.admin.controller.js';
import { PairingAdminService } from './admin/pairing.admin.service.js';
import { TemplatesAdminService } from './admin/templates.admin.service.js';
import { CallbackParser } from './callback-parser.js';
import { LinksModule } from './device-link.js';
import { DeviceTexts } from './device-texts.js';
import { DevicesService } from './devices.service.js';
import { GatewayDispatcher } from './dispatcher.js';
import { GatewayMetrics } from './gateway-metrics.js';
import { AllowanceReservations } from './pool/allowance-reservations.js';
import { DeviceGauges } from './pool/device-gauges.js';
import { DeviceHealthRecorder } from './pool/device-health-recorder.js';
import { DeviceHealthStore } from './pool/device-health-store.js';
import { DevicePool } from './pool/device-pool.js';
import { DeviceProber } from './pool/device-prober.js';
import { DeviceRegistry } from './pool/device-registry.js';
import { DeviceScorer } from './pool/device-scorer.js';
import { DeviceTemplates } from './pool/device-templates.js';
import { InboundDevices } from './pool/inbound-devices.js';
import { ProbeStore } from './pool/probe-store.js';
import { RecipientContacts } from './pool/recipient-contacts.js';

const PUBLIC = [
  DevicePool,
  DeviceProber,
  InboundDevices,
  GatewayDispatcher,
  DeviceTexts,
  CallbackParser,
  DevicesService,
];

@Module({
  imports: [AuditModule, LinksModule],
  controllers: [DevicesAdminController, DriversAdminController],
  providers: [
    ...PUBLIC,
    GatewayMetrics,
    BackgroundTasks,
    RecipientContacts,
    DeviceHealthStore,
    ProbeStore,
    DeviceTemplates,
    AllowanceReservations,
    DeviceRegistry,
    DeviceGauges,
    DeviceHealthRecorder,
    DeviceScorer,
    DeviceViewer,
    DevicesAdminService,
    PairingAdminService,
    TemplatesAdminService,
  ],
  exports: PUBLIC,
})
export class GatewayModule {}
