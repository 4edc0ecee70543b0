import passport, { type Strategy } from 'passport';
import { randomId } from '../platform/ids/random.js';

/**
 * Passport keeps its strategies in one table for the whole process. Under a name of its own, a strategy of one app is
 * never answered for by that of another in the same process.
 */
export function register(kind: string, strategy: Strategy): string {
  const name = `${kind}:${randomId()}`;
  passport.use(name, strategy);
  return name;
}

export function unregister(name: string): void {
  passport.unuse(name);
}
