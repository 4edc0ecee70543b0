import type { UserPrincipal } from '../access/principal.js';
import { isText } from '../http/index.js';
import { OptionalField } from '../http/request-fields.js';
import { PASSWORD_MAX } from './password-policy.js';

/** Re-authentication for sensitive actions. The auth module implements it. */
export abstract class Confirmation {
  /**
   * Passes within ten minutes of a login, or with the account's password. Fails with
   * `current_password_required`, `recent_login_required`, `password_wrong` or `rate_limited`.
   */
  abstract require(who: UserPrincipal, currentPassword: string | undefined): Promise<void>;
}

/** The document adds the failures of {@link Confirmation} to operations with this body. */
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

/** Tells whether a session is still valid, for responses that last long. The auth module implements it. */
export abstract class SessionCheck {
  abstract holds(who: UserPrincipal): Promise<boolean>;
}
