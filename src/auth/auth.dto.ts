import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Check, isText, matches, orAbsent, Required, Trimmed } from '../common/http/index.js';
import { PASSWORD_MAX } from '../common/security/password-max.js';
import { UserView } from '../users/index.js';
import { EMAIL_MAX, isEmail, isPersonName, isUsername } from './account.rules.js';

const LOGIN_PASSWORD_MAX = 1024;
const ID_TOKEN_MAX = 8192;

export class RegisterDto {
  @ApiProperty({ example: 'tokobudi', minLength: 3, maxLength: 32, pattern: '^[A-Za-z0-9._-]+$' })
  @Required()
  @Check('username_invalid', isUsername)
  username!: string;

  @ApiProperty({ example: 'budi@example.com', maxLength: EMAIL_MAX })
  @Required()
  @Trimmed()
  @Check('email_invalid', isEmail)
  email!: string;

  @ApiProperty({ example: 'password yang panjang', minLength: 8, maxLength: PASSWORD_MAX })
  @Required()
  @Check('password_invalid', isText(1, PASSWORD_MAX))
  password!: string;

  @ApiProperty({ example: 'Toko Budi', minLength: 1, maxLength: 100 })
  @Required()
  @Trimmed()
  @Check('name_invalid', isPersonName)
  name!: string;
}

export class LoginDto {
  @ApiProperty({ example: 'tokobudi', description: 'Username or email' })
  @Required()
  @Check('parameter_invalid', isText(1, EMAIL_MAX))
  username!: string;

  @ApiProperty({ example: 'password yang panjang' })
  @Required()
  @Check('parameter_invalid', isText(1, LOGIN_PASSWORD_MAX))
  password!: string;
}

export class GoogleDto {
  @ApiProperty({
    example: '110169484474386276334',
    maxLength: 255,
    description: '`sub` of the Google account',
  })
  @Required()
  @Check('parameter_invalid', matches(/^[\x21-\x7e]{1,255}$/))
  google_id!: string;

  @ApiProperty({ example: 'budi@example.com', maxLength: EMAIL_MAX })
  @Required()
  @Trimmed()
  @Check('email_invalid', isEmail)
  email!: string;

  @ApiProperty({ example: 'Budi', minLength: 1, maxLength: 100 })
  @Required()
  @Trimmed()
  @Check('name_invalid', isPersonName)
  name!: string;

  @ApiProperty({
    required: false,
    type: 'string',
    nullable: true,
    description: 'The id token of Google; required unless GOOGLE_AUTH is `insecure`',
  })
  @Check('google_token_invalid', orAbsent(isText(0, ID_TOKEN_MAX)))
  id_token?: string | null;
}

export class ForgotPasswordDto {
  @ApiProperty({ example: 'budi@example.com' })
  @Required()
  // Whatever is no address of an account gets the same answer as one: only a value that is no text is refused.
  @Check('email_invalid', isText(1, Infinity))
  email!: string;
}

const ResetTokenField = () =>
  applyDecorators(
    ApiProperty({
      example: 'q3Yk1m9c0VtQZz0m8a3fJrS9k2l7u5w4x6y8z0A1B2C',
      description: 'From the mail of the reset',
    }),
    Required(),
    Check('reset_token_invalid', isText(1, 200)),
  );

export class ResetTokenDto {
  @ResetTokenField() token!: string;
}

export class ResetPasswordDto {
  @ResetTokenField() token!: string;

  @ApiProperty({ example: 'password yang baru', minLength: 8, maxLength: PASSWORD_MAX })
  @Required()
  @Check('password_invalid', isText(1, PASSWORD_MAX))
  password!: string;
}

export class ResetPreview {
  @ApiProperty({
    description: 'The address was never verified: the reset also ends all API keys and webhooks there are',
  })
  ends_everything!: boolean;
}

export class VerifyEmailDto {
  @ApiProperty({
    example: 'q3Yk1m9c0VtQZz0m8a3fJrS9k2l7u5w4x6y8z0A1B2C',
    description: 'From the mail that verifies',
  })
  @Required()
  @Check('verification_token_invalid', isText(1, 200))
  token!: string;
}

export class RenameDto {
  @ApiProperty({ example: 'Toko Budi Jaya', minLength: 1, maxLength: 100 })
  @Required()
  @Trimmed()
  @Check('name_invalid', isPersonName)
  name!: string;
}

export class ChangePasswordDto {
  @ApiProperty({ example: 'password yang panjang' })
  @Required()
  @Check('parameter_invalid', isText(1, LOGIN_PASSWORD_MAX))
  current_password!: string;

  @ApiProperty({ example: 'password yang baru', minLength: 8, maxLength: PASSWORD_MAX })
  @Required()
  @Check('password_invalid', isText(1, PASSWORD_MAX))
  new_password!: string;
}

/** What a login answers. */
export class Session {
  @ApiProperty({ example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.…', description: 'User token (JWT)' })
  token!: string;
  @ApiProperty({ type: UserView }) user!: UserView;
}
