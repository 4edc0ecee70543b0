import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { AppError } from '../errors/index.js';

/** OWASP's parameters of argon2id: 19 MiB, two passes, one lane. The tests, which hash thousands, make them less. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash takes memory and a thread of Node's four: a flood of logins waits, and beyond that is turned away. */
const AT_ONCE_MAX = 2;
const WAITING_MAX = 100;

let running = 0;
const waiting: (() => void)[] = [];

/** argon2id of a password. Fails with `overloaded`. */
export const hashPassword = (password: string): Promise<string> =>
  limited(() => hash(password, { ...PASSWORD_COST, algorithm: 2 satisfies Algorithm.Argon2id }));

/** Fails with `overloaded`. */
export const verifyPassword = (hashed: string, password: string): Promise<boolean> =>
  limited(() => verify(hashed, password));

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE_MAX) {
    if (waiting.length >= WAITING_MAX) throw new AppError('overloaded');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    // The place passes straight to the next in line; it is free only when nobody waits.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
