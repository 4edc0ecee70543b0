import type { UserPrincipal } from '../access/principal.js';
import { isText } from '../http/index.js';
import { OptionalField } from '../http/shared-fields.js';
import { PASSWORD_MAX } from './password-max.js';

/** What a stolen session alone must not do, its owner confirms: who logs in and out is known to `auth`, which fills this in. */
export abstract class Confirmation {
  /**
   * Passes after a login of the last ten minutes, or with the account's password. Fails with
   * `current_password_required`, `recent_login_required`, `password_wrong` or `rate_limited`.
   */
  abstract require(who: UserPrincipal, currentPassword: string | undefined): Promise<void>;
}

/** What {@link Confirmation} fails with, for the routes that ask it. */
export const CONFIRMATION_FAILURES = [
  'current_password_required',
  'recent_login_required',
  'password_wrong',
  'rate_limited',
  'overloaded',
] as const;

/** A body that may carry the password of whoever sends it. */
export class ConfirmedDto {
  @OptionalField(isText(1, PASSWORD_MAX), {
    format: 'password',
    writeOnly: true,
    minLength: 1,
    maxLength: PASSWORD_MAX,
    description: 'Your password; not needed within ten minutes of the login',
  })
  current_password?: string;
}
