import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { AnalyticsModule } from './analytics/index.js';
import { ApiKeysModule } from './api-keys/index.js';
import { AccessGuard, AuthModule } from './auth/index.js';
import { HooksModule } from './auth-hooks/index.js';
import { BootstrapModule } from './bootstrap/index.js';
import { BrandsModule } from './brands/index.js';
import { CallbacksModule } from './callbacks/index.js';
import { type Config, ConfigModule } from './config/index.js';
import { CostsModule } from './costs/index.js';
import { CreditModule } from './credit/index.js';
import { DashboardModule } from './dashboard/index.js';
import { FraudModule } from './fraud/index.js';
import { GatewayModule } from './gateway/index.js';
import { HistoryModule } from './history/index.js';
import { MembersModule } from './members/index.js';
import { OffboardingModule } from './offboarding/index.js';
import { AlertsModule } from './operations/alerts/index.js';
import { AuditModule } from './operations/audit/index.js';
import { LedgerAuditModule } from './operations/books/index.js';
import { HealthModule } from './operations/health/index.js';
import { RequestsModule } from './operations/requests/index.js';
import { SystemModule } from './operations/system/index.js';
import { OtpModule } from './otp/index.js';
import { PaymentsModule } from './payments/index.js';
import { CommonModule, type CommonOptions } from './platform/common.module.js';
import { Limits, LimitsStorage, RateGuard, throttlers } from './platform/limits/index.js';
import { PrivacyModule } from './privacy/index.js';
import { UsersModule } from './users/index.js';

/** The only file that imports every feature. */
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
        PaymentsModule,
        ApiKeysModule,
        AuthModule,
        MembersModule,
        GatewayModule,
        FraudModule,
        OtpModule,
        PrivacyModule,
        HistoryModule,
        CostsModule,
        AnalyticsModule,
        OffboardingModule,
        HooksModule,
        AlertsModule,
        HealthModule,
        CallbacksModule,
        LedgerAuditModule,
        SystemModule,
        RequestsModule,
        DashboardModule,
        BootstrapModule,
      ],
      // Guards run in this order. The credential comes first, since rate limits count per account.
      providers: [
        { provide: APP_GUARD, useExisting: AccessGuard },
        { provide: APP_GUARD, useClass: RateGuard },
      ],
    };
  }
}
