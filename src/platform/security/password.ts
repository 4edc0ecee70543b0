import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { Turns, type WaitingTurn } from './turns.js';

/** OWASP's parameters of argon2id: 19 MiB, two passes, one lane. The tests, which hash thousands, make them less. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash takes memory and a thread of Node's four: a flood of logins waits, and beyond that is turned away. */
const AT_ONCE_MAX = 2;
const WAITING_MAX = 100;

const turns = new Turns(AT_ONCE_MAX, WAITING_MAX);
/** Of work that nobody at an address asked for. */
const OWN: WaitingTurn = { key: '' };

/** argon2id of a password. Fails with `overloaded`. */
export const hashPassword = (password: string, turn = OWN): Promise<string> =>
  turns.run(turn, () => hash(password, { ...PASSWORD_COST, algorithm: 2 satisfies Algorithm.Argon2id }));

/** Fails with `overloaded`. */
export const verifyPassword = (hashed: string, password: string, turn = OWN): Promise<boolean> =>
  turns.run(turn, () => verify(hashed, password));
