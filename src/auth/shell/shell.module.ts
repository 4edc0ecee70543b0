import { type DynamicModule, Global, Module } from '@nestjs/common';
import { type Config, ConfigModule } from '../../config/index.js';
import { AuditModule } from '../../operations/audit/index.js';
import { CommonModule, type CommonOptions } from '../../platform/common.module.js';
import { AppError } from '../../platform/errors/index.js';
import { Confirmation } from '../../platform/security/confirmation.js';
import { UsersModule } from '../../users/index.js';
import { LoginCounts } from '../login-counts.js';
import { LoginThrottle } from '../login-throttle.js';
import { Passwords } from '../passwords.js';
import { AccountCommands } from './account-commands.js';

/** There is no session at a shell that could be stolen, and nothing here asks. */
class NoConfirmation extends Confirmation {
  override require(): Promise<void> {
    return Promise.reject(new AppError('forbidden'));
  }
}

/** As little of the service as it takes to mend accounts, beside a running one or without: no task runs. */
@Global()
@Module({})
export class ShellModule {
  static forRoot(config: Config, options: Omit<CommonOptions, 'beside'>): DynamicModule {
    return {
      module: ShellModule,
      imports: [
        ConfigModule.with(config),
        CommonModule.forRoot({ ...options, beside: true }),
        UsersModule,
        AuditModule,
      ],
      providers: [
        AccountCommands,
        LoginCounts,
        LoginThrottle,
        Passwords,
        { provide: Confirmation, useClass: NoConfirmation },
      ],
      exports: [Confirmation],
    };
  }
}
