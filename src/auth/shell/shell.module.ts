import { type DynamicModule, Global, Module } from '@nestjs/common';
import { type Config, ConfigModule } from '../../config/index.js';
import { AuditModule } from '../../operations/audit/index.js';
import { CommonModule, type CommonOptions } from '../../platform/common.module.js';
import { AppError } from '../../platform/errors/index.js';
import { Confirmation } from '../../platform/security/confirmation.js';
import { UsersModule } from '../../users/index.js';
import { LoginThrottle } from '../login-throttle.js';
import { Passwords } from '../passwords.js';
import { AccountCommands } from './account-commands.js';

/** A shell has no session to confirm. */
class NoConfirmation extends Confirmation {
  override require(): Promise<void> {
    return Promise.reject(new AppError('forbidden'));
  }
}

/** The part of the service that account commands need. It runs no background task, so the service may run too. */
@Global()
@Module({})
export class ShellModule {
  static forRoot(config: Config, options: Omit<CommonOptions, 'isGuest'>): DynamicModule {
    return {
      module: ShellModule,
      imports: [
        ConfigModule.with(config),
        CommonModule.forRoot({ ...options, isGuest: true }),
        UsersModule,
        AuditModule,
      ],
      providers: [
        AccountCommands,
        LoginThrottle,
        Passwords,
        { provide: Confirmation, useClass: NoConfirmation },
      ],
      exports: [Confirmation],
    };
  }
}
