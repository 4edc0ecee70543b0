import { Global, Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/index.js';
import { AuditModule } from '../operations/audit/index.js';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import { MailModule } from '../platform/mail/index.js';
import { Confirmation, SessionCheck } from '../platform/security/confirmation.js';
import { UsersModule } from '../users/index.js';
import { WebhookModule } from '../webhook/index.js';
import { AccessGuard } from './access.guard.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { EmailChangeAdminController, EmailChangeController } from './email-change/email-change.controller.js';
import { EmailChanges } from './email-change/email-changes.js';
import { EmailVerificationService } from './email-verification.service.js';
import { GoogleService } from './google.service.js';
import { GoogleVerifier } from './google-verifier.js';
import { HookGuard } from './hook.guard.js';
import { ImpersonationAdminController } from './impersonation/impersonation.admin.controller.js';
import { ReadOnlyImpersonation } from './impersonation/impersonation.js';
import { InvitationsAdminController } from './invitations/invitations.admin.controller.js';
import { Invitations } from './invitations/invitations.service.js';
import { LoginHousekeeping } from './login-housekeeping.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordConfirmation } from './password-confirmation.js';
import { PasswordResetService } from './password-reset.service.js';
import { Passwords } from './passwords.js';
import { ProfileController } from './profile.controller.js';
import { AppCodes } from './second-factor/app-codes.js';
import { RecoveryCodes } from './second-factor/recovery-codes.js';
import {
  SecondFactorAdminController,
  SecondFactorController,
} from './second-factor/second-factor.controller.js';
import { SecondFactors } from './second-factor/second-factors.service.js';
import { SessionController } from './session.controller.js';
import { SessionCookie } from './session-cookie.js';
import { NewAddressNotices } from './sessions/new-address-notices.js';
import { Sessions } from './sessions/sessions.service.js';
import { Tokens } from './tokens.js';
import { UserTokenStrategy } from './user-token.strategy.js';

/** Global for {@link Confirmation} and {@link SessionCheck}: modules inject the port and do not know this module. */
@Global()
@Module({
  imports: [AuditModule, UsersModule, ApiKeysModule, WebhookModule, MailModule],
  controllers: [
    AuthController,
    ProfileController,
    SessionController,
    EmailChangeController,
    EmailChangeAdminController,
    InvitationsAdminController,
    SecondFactorController,
    SecondFactorAdminController,
    ImpersonationAdminController,
  ],
  providers: [
    AccessGuard,
    ReadOnlyImpersonation,
    AppCodes,
    ApiKeyStrategy,
    HookGuard,
    UserTokenStrategy,
    AuthService,
    EmailChanges,
    EmailVerificationService,
    GoogleService,
    GoogleVerifier,
    Invitations,
    LoginHousekeeping,
    LoginThrottle,
    NewAddressNotices,
    { provide: SessionCheck, useExisting: Sessions },
    PasswordConfirmation,
    { provide: Confirmation, useExisting: PasswordConfirmation },
    PasswordResetService,
    Passwords,
    RecoveryCodes,
    SecondFactors,
    SessionCookie,
    Sessions,
    Tokens,
    BackgroundTasks,
  ],
  exports: [AccessGuard, AuthService, Confirmation, Passwords, SessionCheck, Sessions],
})
export class AuthModule {}
