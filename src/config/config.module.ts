import { type DynamicModule, Global, Module } from '@nestjs/common';
import { VERIFIED_DATA_KEY } from '../platform/security/data-key.js';
import { Config } from './config.js';

@Global()
@Module({})
export class ConfigModule {
  static with(config: Config): DynamicModule {
    // Classes that inject the configuration derive keys from DATA_KEY, so it must be verified before.
    const provider = { provide: Config, inject: [VERIFIED_DATA_KEY], useFactory: () => config };
    return { module: ConfigModule, providers: [provider], exports: [Config] };
  }
}
