import type { UserPrincipal } from '../access/principal.js';

/** Whether a session that let a request in is good still, for answers that go on for long: `auth` knows, and fills this in. */
export abstract class SessionStanding {
  abstract holds(who: UserPrincipal): Promise<boolean>;
}
