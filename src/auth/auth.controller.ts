import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, Public } from '../platform/access/principal.js';
import { RateLimited } from '../platform/limits/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import {
  ForgotPasswordDto,
  GoogleDto,
  LoginDto,
  RegisterDto,
  ResetPasswordDto,
  ResetPreview,
  ResetTokenDto,
  Session,
} from './auth.dto.js';
import { AuthService } from './auth.service.js';
import { GoogleService } from './google.service.js';
import { InvitationPreview, InvitationTokenDto } from './invitations/invitations.dto.js';
import { Invitations } from './invitations/invitations.service.js';
import { PasswordResetService } from './password-reset.service.js';
import { SecondFactorLoginDto } from './second-factor/second-factor.dto.js';

@ApiTags('Auth')
@Controller('api/auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly google: GoogleService,
    private readonly resets: PasswordResetService,
    private readonly invitations: Invitations,
  ) {}

  @Post('register')
  @Public()
  @RateLimited('auth', 'address')
  @Answers(Session, {
    summary: { id: 'Daftar akun', en: 'Register an account' },
    about:
      'Mails a link to verify the address. If the operator allows registration only by invitation, `invitation` is required; its address is already verified.',
    status: 201,
    message: { id: 'Registrasi berhasil.', en: 'Registration succeeded.' },
  })
  @Fails(
    'parameter_missing',
    'username_invalid',
    'email_invalid',
    'password_invalid',
    'password_common',
    'name_invalid',
    'username_taken',
    'email_taken',
    'registration_closed',
    'invitation_invalid',
  )
  register(@CurrentCaller() caller: Caller, @Body() body: RegisterDto) {
    return this.auth.register(caller, body);
  }

  @Post('register/preview')
  @Public()
  @RateLimited('auth', 'address')
  @Answers(InvitationPreview, {
    summary: { id: 'Alamat yang diundang', en: 'Get the email address of an invitation' },
    about: 'An account that is created with the invitation gets this address.',
  })
  @Fails('parameter_missing', 'invitation_invalid', 'registration_closed')
  previewInvitation(@Body() { invitation }: InvitationTokenDto) {
    return this.invitations.preview(invitation);
  }

  @Post('login')
  @Public()
  @RateLimited('auth', 'address')
  @Answers(Session, {
    summary: { id: 'Login dengan username atau email', en: 'Log in with username or email' },
    about: 'Returns a user token. For an account with a second factor it returns a `challenge` instead.',
    message: { id: 'Login berhasil.', en: 'Login succeeded.' },
  })
  @Fails(
    'parameter_missing',
    'parameter_invalid',
    'credentials_invalid',
    'second_factor_required',
    'account_suspended',
  )
  login(@CurrentCaller() caller: Caller, @Body() body: LoginDto) {
    return this.auth.login(caller, body);
  }

  /** For accounts whose login failed with `second_factor_required`: use its `challenge` within five minutes. */
  @Post('login/second-factor')
  @Public()
  @RateLimited('auth', 'address')
  @Answers(Session, {
    summary: { id: 'Langkah kedua login: kode autentikator', en: 'Finish a login with a second factor' },
    about: 'Needs the `challenge` from the first step, and a code from the app or a recovery code.',
    message: { id: 'Login berhasil.', en: 'Login succeeded.' },
  })
  @Fails(
    'parameter_missing',
    'parameter_invalid',
    'challenge_invalid',
    'second_factor_wrong',
    'second_factor_locked',
    'account_suspended',
  )
  loginWithSecondFactor(@CurrentCaller() caller: Caller, @Body() body: SecondFactorLoginDto) {
    return this.auth.loginBySecondFactor(caller, body);
  }

  /** Production requires an `id_token`. */
  @Post('google')
  @Public()
  @RateLimited('auth', 'address')
  @Answers(Session, {
    summary: { id: 'Login dengan Google', en: 'Log in with Google' },
    about: 'Creates the account at the first login. Sandi verifies the `id_token` with the keys of Google.',
    message: { id: 'Login berhasil.', en: 'Login succeeded.' },
  })
  @Fails(
    'parameter_missing',
    'parameter_invalid',
    'email_invalid',
    'name_invalid',
    'google_token_required',
    'google_token_invalid',
    'google_disabled',
    'google_email_conflict',
    'google_unavailable',
    'email_taken',
    'username_taken',
    'registration_closed',
    'invitation_invalid',
    'second_factor_required',
    'account_suspended',
  )
  loginWithGoogle(@CurrentCaller() caller: Caller, @Body() body: GoogleDto) {
    return this.google.login(caller, body);
  }

  @Post('forgot-password')
  @Public()
  @RateLimited('auth', 'address')
  @Answers(null, {
    summary: { id: 'Minta tautan reset password', en: 'Request a link to reset the password' },
    about: 'The response is the same for known and unknown addresses.',
    message: {
      id: 'Jika email terdaftar, tautan reset password telah dikirim ke email tersebut.',
      en: 'If the email address is registered, a password reset link was sent to it.',
    },
  })
  @Fails('parameter_missing', 'email_invalid')
  requestPasswordReset(@Body() body: ForgotPasswordDto) {
    return this.resets.forgot(body.email);
  }

  /** The effects of a reset with this token, which stays valid. */
  @Post('reset-password/preview')
  @Public()
  @RateLimited('auth', 'address')
  @Answers(ResetPreview, {
    summary: { id: 'Akibat reset password dengan token ini', en: 'Get the effects of a password reset' },
    about: 'If the address was never verified, the reset also ends all earlier API keys and webhooks.',
  })
  @Fails('parameter_missing', 'reset_token_invalid')
  previewPasswordReset(@Body() body: ResetTokenDto) {
    return this.resets.preview(body.token);
  }

  @Post('reset-password')
  @Public()
  @RateLimited('auth', 'address')
  @Answers(null, {
    summary: { id: 'Ganti password dengan token reset', en: 'Set a new password with a reset token' },
    about: 'Ends all sessions of the account.',
    message: {
      id: 'Password berhasil diganti. Silakan login dengan password baru.',
      en: 'The password was changed. Log in with the new password.',
    },
  })
  @Fails('parameter_missing', 'reset_token_invalid', 'password_invalid', 'password_common')
  resetPassword(@CurrentCaller() caller: Caller, @Body() body: ResetPasswordDto) {
    return this.resets.reset(caller, body.token, body.password);
  }
}
