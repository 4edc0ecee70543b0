import { applyDecorators } from '@nestjs/common';
import type { ErrorCode } from '../platform/errors/index.js';
import { Check, isText, matches, orAbsent, Trimmed } from '../platform/http/index.js';
import { OptionalField, RequiredField } from '../platform/http/request-fields.js';
import { Field } from '../platform/openapi/response-fields.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { PASSWORD_MAX } from '../platform/security/password-policy.js';
import { line } from '../platform/text/plain-text.rules.js';
import { ProfileView } from '../users/index.js';
import { EMAIL_MAX, EMAIL_PATTERN, isEmail, isPersonName, isUsername } from './account.rules.js';

const LOGIN_PASSWORD_MAX = 1024;
const ID_TOKEN_MAX = 8192;

export const EmailField = () =>
  applyDecorators(
    Trimmed(),
    RequiredField(
      isEmail,
      {
        example: 'budi@example.com',
        maxLength: EMAIL_MAX,
        pattern: EMAIL_PATTERN,
        description: 'An email address',
      },
      'email_invalid',
    ),
  );

export const NameField = (example: string) =>
  applyDecorators(
    Trimmed(),
    RequiredField(
      isPersonName,
      { example, ...line(100), description: 'Name of the person or company, one line' },
      'name_invalid',
    ),
  );

export const NewPasswordField = (example: string) =>
  RequiredField(
    isText(1, PASSWORD_MAX),
    {
      example,
      minLength: 8,
      maxLength: PASSWORD_MAX,
      description: 'The new password; one that is easy to guess is rejected',
    },
    'password_invalid',
  );

const PasswordField = () =>
  RequiredField(isText(1, LOGIN_PASSWORD_MAX), {
    example: 'password yang panjang',
    minLength: 1,
    maxLength: LOGIN_PASSWORD_MAX,
    description: 'The password of the account',
  });

export const MailedTokenField = (description: string, code: ErrorCode) =>
  RequiredField(
    isText(1, 200),
    { example: 'q3Yk1m9c0VtQZz0m8a3fJrS9k2l7u5w4x6y8z0A1B2C', maxLength: 200, description },
    code,
  );

const InvitationField = () =>
  OptionalField(
    isText(0, 200),
    {
      type: 'string',
      nullable: true,
      maxLength: 200,
      description: 'Token from an invitation mail; required if registration is by invitation only',
    },
    'invitation_invalid',
  );

export const UsernameField = (example: string) =>
  RequiredField(
    isUsername,
    { example, minLength: 3, maxLength: 32, pattern: '^[A-Za-z0-9._-]+$' },
    'username_invalid',
  );

export class RegisterDto {
  @UsernameField('tokobudi') username!: string;

  @EmailField() email!: string;

  @NewPasswordField('password yang panjang') password!: string;

  @NameField('Toko Budi') name!: string;

  @InvitationField() invitation?: string | null;
}

export class LoginDto {
  @RequiredField(isText(1, EMAIL_MAX), {
    example: 'tokobudi',
    maxLength: EMAIL_MAX,
    description: 'Username or email',
  })
  username!: string;

  @PasswordField() password!: string;
}

export class GoogleDto {
  @RequiredField(matches(/^[\x21-\x7e]{1,255}$/), {
    example: '110169484474386276334',
    minLength: 1,
    maxLength: 255,
    pattern: '^[\\x21-\\x7e]{1,255}$',
    description: '`sub` of the Google account',
  })
  google_id!: string;

  @EmailField() email!: string;

  @NameField('Budi') name!: string;

  @Field('The id token of Google; required unless GOOGLE_AUTH is `insecure`', {
    required: false,
    type: 'string',
    nullable: true,
    maxLength: ID_TOKEN_MAX,
  })
  @Check('google_token_invalid', orAbsent(isText(0, ID_TOKEN_MAX)))
  id_token?: string | null;

  @InvitationField() invitation?: string | null;
}

export class ForgotPasswordDto {
  // Any text gets the same response as the address of an account. Only a value that is not a text is rejected.
  @RequiredField(isText(1, Infinity), { example: 'budi@example.com' }, 'email_invalid') email!: string;
}

const ResetTokenField = () => MailedTokenField('Token from the password reset mail', 'reset_token_invalid');

export class ResetTokenDto {
  @ResetTokenField() token!: string;
}

export class ResetPasswordDto {
  @ResetTokenField() token!: string;

  @NewPasswordField('password yang baru') password!: string;
}

export class ResetPreview {
  @Field('true: the address was never verified, so the reset also ends all existing API keys and webhooks')
  ends_everything!: boolean;
}

export class VerifyEmailDto {
  @MailedTokenField('Token from the verification mail', 'verification_token_invalid') token!: string;
}

export class RenameDto {
  @NameField('Toko Budi Jaya') name!: string;
}

export class ChangePasswordDto {
  @PasswordField() current_password!: string;

  @NewPasswordField('password yang baru') new_password!: string;
}

export class Session {
  @Field('User token (JWT)', { example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.…' }) token!: string;
  @Field('Who is logged in', { type: ProfileView }) user!: ProfileView;
}

export class EmailDto extends ConfirmedDto {
  @EmailField() email!: string;
}
