import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { AlertsModule } from './alerts/index.js';
import { AnalyticsModule } from './analytics/index.js';
import { ApiKeysModule } from './api-keys/index.js';
import { AuditModule } from './audit/index.js';
import { AccessGuard, AuthModule } from './auth/index.js';
import { BooksModule } from './books/index.js';
import { BootstrapModule } from './bootstrap/index.js';
import { BrandsModule } from './brands/index.js';
import { CommonModule, type CommonOptions } from './common/common.module.js';
import { Limits, LimitsStorage, RateGuard, throttlers } from './common/limits/index.js';
import { type Config, ConfigModule } from './config/index.js';
import { CreditModule } from './credit/index.js';
import { DashboardModule } from './dashboard/index.js';
import { GatewayModule } from './gateway/index.js';
import { HealthModule } from './health/index.js';
import { HistoryModule } from './history/index.js';
import { HooksModule } from './hooks/index.js';
import { OtpModule } from './otp/index.js';
import { RequestsModule } from './requests/index.js';
import { SystemModule } from './system/index.js';
import { UsersModule } from './users/index.js';
import { InboundModule } from './webhook/inbound/index.js';

/** The only file that knows every feature. */
@Module({})
export class AppModule {
  static forRoot(config: Config, options: CommonOptions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config),
        CommonModule.forRoot(options),
        ThrottlerModule.forRootAsync({
          inject: [Limits],
          useFactory: (limits: Limits) => ({
            throttlers: throttlers(config.ratesPerMinute),
            storage: new LimitsStorage(limits),
          }),
        }),
        AuditModule,
        BrandsModule,
        CreditModule,
        UsersModule,
        ApiKeysModule,
        AuthModule,
        GatewayModule,
        OtpModule,
        HistoryModule,
        AnalyticsModule,
        HooksModule,
        AlertsModule,
        HealthModule,
        InboundModule,
        BooksModule,
        SystemModule,
        RequestsModule,
        DashboardModule,
        BootstrapModule,
      ],
      // In this order: the caps count per account, so the credential comes first.
      providers: [
        { provide: APP_GUARD, useExisting: AccessGuard },
        { provide: APP_GUARD, useClass: RateGuard },
      ],
    };
  }
}
