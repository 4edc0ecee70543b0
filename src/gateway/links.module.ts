import { Module } from '@nestjs/common';
import { Config } from '../config/index.js';
import { DeviceLinks } from './device-link.js';
import { GatewayHttp } from './gateway-http.js';

/** Devices to speak to, without the pool that chooses among them. */
@Module({
  providers: [
    { provide: GatewayHttp, inject: [Config], useFactory: (config: Config) => new GatewayHttp(config) },
    DeviceLinks,
  ],
  exports: [GatewayHttp, DeviceLinks],
})
export class LinksModule {}
