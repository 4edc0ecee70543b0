import { HttpModule } from '@nestjs/axios';
import { Module } from '@nestjs/common';
import { Config } from '../config/index.js';
import { DeviceLinks } from './device-link.js';
import { driverProviders, Drivers } from './drivers/index.js';
import { GatewayHttp, httpOptions } from './gateway-http.js';

/** Devices to speak to, without the pool that chooses among them. */
@Module({
  imports: [HttpModule.registerAsync({ inject: [Config], useFactory: httpOptions })],
  providers: [GatewayHttp, ...driverProviders, DeviceLinks],
  exports: [GatewayHttp, Drivers, DeviceLinks],
})
export class LinksModule {}
