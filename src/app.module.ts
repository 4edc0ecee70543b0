import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { AuditModule } from './audit/index.js';
import { CommonModule, type CommonOptions } from './common/common.module.js';
import { Limits, LimitsStorage, RateGuard, throttlers } from './common/limits/index.js';
import { CreditModule } from './credit/index.js';
import { UsersModule } from './users/index.js';

/** The only file that knows every feature. */
@Module({})
export class AppModule {
  static forRoot(options: CommonOptions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CommonModule.forRoot(options),
        ThrottlerModule.forRootAsync({
          inject: [Limits],
          useFactory: (limits: Limits) => ({
            throttlers: throttlers(options.config),
            storage: new LimitsStorage(limits),
          }),
        }),
        AuditModule,
        CreditModule,
        UsersModule,
      ],
      // The credential's guard comes first (AuthModule), the caps after it.
      providers: [{ provide: APP_GUARD, useClass: RateGuard }],
    };
  }
}
