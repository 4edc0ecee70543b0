import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { UserActor } from '../audit/index.js';
import { type Caller, CurrentActor, CurrentCaller } from '../common/actor.js';
import { RateLimited } from '../common/limits/index.js';
import { Answers, Fails } from '../common/openapi/index.js';
import {
  CurrentPrincipal,
  DuringEnrolment,
  type Principal,
  Public,
  RequiresUser,
} from '../common/principal.js';
import { UserView } from '../users/index.js';
import {
  ChangePasswordDto,
  ForgotPasswordDto,
  GoogleDto,
  LoginDto,
  RegisterDto,
  RenameDto,
  ResetPasswordDto,
  ResetPreview,
  ResetTokenDto,
  Session,
} from './auth.dto.js';
import { AuthService } from './auth.service.js';
import { GoogleService } from './google.service.js';
import { PasswordResetService } from './password-reset.service.js';
import { SecondFactorLoginDto } from './second-factor/second-factor.dto.js';

@ApiTags('Auth')
@Controller('api/auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly google: GoogleService,
    private readonly resets: PasswordResetService,
  ) {}

  @Post('register')
  @Public()
  @RateLimited('auth')
  @Answers(Session, { summary: 'Daftar akun', status: 201, message: 'Registrasi berhasil.' })
  @Fails(
    'rate_limited',
    'parameter_missing',
    'username_invalid',
    'email_invalid',
    'password_invalid',
    'password_common',
    'name_invalid',
    'username_taken',
    'email_taken',
    'overloaded',
  )
  register(@CurrentCaller() caller: Caller, @Body() body: RegisterDto): Promise<Session> {
    return this.auth.register(caller, body);
  }

  @Post('login')
  @Public()
  @RateLimited('auth')
  @Answers(Session, { summary: 'Login dengan username atau email', message: 'Login berhasil.' })
  @Fails(
    'rate_limited',
    'parameter_missing',
    'parameter_invalid',
    'credentials_invalid',
    'second_factor_required',
    'account_suspended',
    'overloaded',
  )
  login(@CurrentCaller() caller: Caller, @Body() body: LoginDto): Promise<Session> {
    return this.auth.login(caller, body);
  }

  /** For accounts whose login answered `second_factor_required`: with its `challenge`, within five minutes. */
  @Post('login/second-factor')
  @Public()
  @RateLimited('auth')
  @Answers(Session, { summary: 'Langkah kedua login: kode autentikator', message: 'Login berhasil.' })
  @Fails(
    'rate_limited',
    'parameter_missing',
    'parameter_invalid',
    'challenge_invalid',
    'second_factor_wrong',
    'account_suspended',
  )
  loginBySecondFactor(@CurrentCaller() caller: Caller, @Body() body: SecondFactorLoginDto): Promise<Session> {
    return this.auth.loginBySecondFactor(caller, body);
  }

  /** The first login makes the account. In production `id_token` is required, and it alone is believed. */
  @Post('google')
  @Public()
  @RateLimited('auth')
  @Answers(Session, { summary: 'Login dengan Google', message: 'Login berhasil.' })
  @Fails(
    'rate_limited',
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
    'second_factor_required',
    'account_suspended',
  )
  withGoogle(@CurrentCaller() caller: Caller, @Body() body: GoogleDto): Promise<Session> {
    return this.google.login(caller, body);
  }

  /** Answers the same whether or not there is such an account. */
  @Post('forgot-password')
  @Public()
  @RateLimited('auth')
  @Answers(null, {
    summary: 'Minta tautan reset password',
    message: 'Jika email terdaftar, tautan reset password telah dikirim ke email tersebut.',
  })
  @Fails('rate_limited', 'parameter_missing', 'email_invalid', 'overloaded')
  forgot(@Body() body: ForgotPasswordDto): Promise<void> {
    return this.resets.forgot(body.email);
  }

  /** What a reset with this token will do; spends nothing. */
  @Post('reset-password/preview')
  @Public()
  @RateLimited('auth')
  @Answers(ResetPreview, { summary: 'Akibat reset password dengan token ini' })
  @Fails('rate_limited', 'parameter_missing', 'reset_token_invalid')
  previewReset(@Body() body: ResetTokenDto): Promise<ResetPreview> {
    return this.resets.preview(body.token);
  }

  /**
   * Ends every token of the account. Where its address was never verified, every API key, webhook and second factor too:
   * a stranger may have made them.
   */
  @Post('reset-password')
  @Public()
  @RateLimited('auth')
  @Answers(null, {
    summary: 'Ganti password dengan token reset',
    message: 'Password berhasil diganti. Silakan login dengan password baru.',
  })
  @Fails(
    'rate_limited',
    'parameter_missing',
    'reset_token_invalid',
    'password_invalid',
    'password_common',
    'overloaded',
  )
  reset(@CurrentCaller() caller: Caller, @Body() body: ResetPasswordDto): Promise<void> {
    return this.resets.reset(caller, body.token, body.password);
  }

  @Get('me')
  @RequiresUser()
  @DuringEnrolment()
  @Answers(UserView, { summary: 'Profil sendiri' })
  me(@CurrentPrincipal() who: Principal): Promise<UserView> {
    return this.auth.me(who.userId);
  }

  @Patch('me')
  @RequiresUser()
  @Answers(UserView, { summary: 'Ubah nama', message: 'Profil diperbarui.' })
  @Fails('parameter_missing', 'name_invalid')
  rename(@CurrentPrincipal() who: Principal, @Body() body: RenameDto): Promise<UserView> {
    return this.auth.rename(who.userId, body.name);
  }

  /** Ends every token of the account, this one too. */
  @Post('logout-all')
  @RequiresUser()
  @DuringEnrolment()
  @Answers(null, { summary: 'Akhiri semua sesi', message: 'Semua sesi telah diakhiri.' })
  logoutAll(@CurrentActor() owner: UserActor): Promise<void> {
    return this.auth.logoutAll(owner);
  }

  /** Ends every token of the account and answers with a new one. */
  @Post('change-password')
  @RequiresUser()
  @Answers(Session, { summary: 'Ganti password', message: 'Password berhasil diganti.' })
  @Fails(
    'parameter_missing',
    'parameter_invalid',
    'password_invalid',
    'password_common',
    'password_wrong',
    'rate_limited',
    'overloaded',
  )
  changePassword(@CurrentActor() owner: UserActor, @Body() body: ChangePasswordDto): Promise<Session> {
    return this.auth.changePassword(owner, body);
  }
}
