import passport, { type Strategy } from 'passport';
import { randomId } from '../platform/ids/random.js';

/** Passport has one table of strategies for the process: a random name keeps two apps apart. */
export function register(kind: string, strategy: Strategy): string {
  const name = `${kind}:${randomId()}`;
  passport.use(name, strategy);
  return name;
}

export function unregister(name: string): void {
  passport.unuse(name);
}
