import { type DynamicModule, Module } from '@nestjs/common';
import { type Config, ConfigModule } from '../../config/index.js';
import { CommonModule, type CommonOptions } from '../../platform/common.module.js';
import { OldIndexes } from './old-rows.js';
import { Rekey } from './rekey.service.js';
import { Resealing } from './resealing.js';

/** The part of the service that rekeying needs. It runs no background task, so the service may run too. */
@Module({})
export class RekeyModule {
  static forRoot(config: Config, options: Omit<CommonOptions, 'isGuest'>): DynamicModule {
    return {
      module: RekeyModule,
      imports: [ConfigModule.with(config), CommonModule.forRoot({ ...options, isGuest: true })],
      providers: [Rekey, Resealing, OldIndexes],
    };
  }
}
