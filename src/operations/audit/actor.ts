import type { Caller } from '../../platform/access/actor.js';

/** A user, or a caller who proved to be one, and the address of the request. */
export type UserActor = Caller & {
  kind: 'user';
  userId: number;
  /** Of the account's tokens, as the request's session saw it; none where no session asks. */
  tokenVersion?: number;
};

/** Who acts, and in which request. The operator at the shell is none of the users; each command is a request of its own. */
export type Actor = UserActor | { kind: 'shell'; requestId: string };
