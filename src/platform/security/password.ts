import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { FairQueue, type QueuedCaller } from './fair-queue.js';

/** OWASP's parameters for argon2id. Tests reduce them. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash uses memory and one of Node's four threads: a flood of logins waits, then is rejected. */
const AT_ONCE_MAX = 2;
const WAITING_MAX = 100;

const turns = new FairQueue(AT_ONCE_MAX, WAITING_MAX);
/** The queue key of work without a caller. */
const OWN: QueuedCaller = { key: '' };

/** Hashes with argon2id. Fails with `overloaded`. */
export const hashPassword = (password: string, turn = OWN): Promise<string> =>
  turns.run(turn, () => hash(password, { ...PASSWORD_COST, algorithm: 2 satisfies Algorithm.Argon2id }));

/** Fails with `overloaded`. */
export const verifyPassword = (hashed: string, password: string, turn = OWN): Promise<boolean> =>
  turns.run(turn, () => verify(hashed, password));
