import { HttpModule } from '@nestjs/axios';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { Config } from '../common/config/index.js';
import { CallbackParser } from './callback-parser.js';
import { DeviceLinks } from './device-link.js';
import { DevicePool } from './device-pool.js';
import { DeviceProber } from './device-prober.js';
import { DevicesAdminController } from './devices.admin.controller.js';
import { DevicesAdminService } from './devices.admin.service.js';
import { DevicesService } from './devices.service.js';
import { GatewayDispatcher } from './dispatcher.js';
import { driverProviders } from './drivers/index.js';
import { GatewayHttp, httpOptions } from './gateway-http.js';

@Module({
  imports: [AuditModule, HttpModule.registerAsync({ inject: [Config], useFactory: httpOptions })],
  controllers: [DevicesAdminController],
  providers: [
    GatewayHttp,
    ...driverProviders,
    DeviceLinks,
    DevicePool,
    DeviceProber,
    GatewayDispatcher,
    CallbackParser,
    DevicesService,
    DevicesAdminService,
  ],
  exports: [DevicePool, GatewayDispatcher, CallbackParser, DevicesService],
})
export class GatewayModule {}
