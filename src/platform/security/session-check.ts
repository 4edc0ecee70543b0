import type { UserPrincipal } from '../access/principal.js';

/** Whether the session that let a request in is still good, for answers that last long. A port: `auth` implements it. */
export abstract class SessionCheck {
  abstract holds(who: UserPrincipal): Promise<boolean>;
}
