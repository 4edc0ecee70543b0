import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Algorithm, hash, verify } from '@node-rs/argon2';
import { Config } from '../common/config/index.js';
import { AppError } from '../common/errors/index.js';
import { randomToken } from '../common/random.js';
import { Semaphore } from '../common/semaphore.js';

/** OWASP's second set for argon2id: 19 MiB, two passes, one lane. */
const ARGON2 = { algorithm: Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const PASSWORD_MAX = 128;
// Each hash takes a thread of Node's pool of four and 19 MiB: a flood of logins must leave threads for files and DNS.
const HASHES_AT_ONCE = 2;
const HASHES_WAITING_MAX = 64;

/** Passwords at rest, and how long they have to be. */
@Injectable()
export class Passwords implements OnModuleInit {
  private readonly turns = new Semaphore(HASHES_AT_ONCE, HASHES_WAITING_MAX);
  private decoy = '';

  constructor(private readonly config: Config) {}

  async onModuleInit(): Promise<void> {
    this.decoy = await hash(randomToken(), ARGON2);
  }

  /** Fails with `password_invalid` when its length is not allowed, in characters as people count them. */
  async hash(password: string): Promise<string> {
    const min = this.config.PASSWORD_MIN;
    const { length } = [...password];
    if (length < min || length > PASSWORD_MAX)
      throw new AppError('password_invalid', { message: `Password harus ${min}-${PASSWORD_MAX} karakter.` });
    return this.turns.run(() => hash(bytesOf(password), ARGON2));
  }

  /** Without a hash, the answer is no and takes as long as with one. */
  async matches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
    const same = await this.turns.run(() => verify(passwordHash ?? this.decoy, bytesOf(password)));
    return same && typeof passwordHash === 'string';
  }
}

/** The same password typed on two keyboards may come composed or decomposed. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'));
}
