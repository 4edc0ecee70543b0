import { HttpModule } from '@nestjs/axios';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { LinksModule } from '../../gateway/index.js';
import { Sealer } from '../../platform/security/sealer.js';
import { Clock, SystemClock } from '../../platform/time/clock.js';

/** As little of the service as it takes to speak to devices: no task runs, and nothing writes. */
@Global()
@Module({ imports: [HttpModule, LinksModule] })
export class DoctorModule {
  static forRoot(config: Config): DynamicModule {
    const providers = [
      { provide: Config, useValue: config },
      { provide: Clock, useClass: SystemClock },
      { provide: Sealer, useValue: new Sealer(config.DATA_KEY) },
    ];
    return { module: DoctorModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}
