import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/index.js';
import { AppError } from '../platform/errors/index.js';
import { randomToken } from '../platform/ids/random.js';
import type { QueuedCaller } from '../platform/security/fair-queue.js';
import { hashPassword, verifyPassword } from '../platform/security/password.js';
import { isCommonPassword, PASSWORD_MAX } from '../platform/security/password-policy.js';

/** Hashes and checks passwords; the check takes as long for accounts without one. */
@Injectable()
export class Passwords implements OnModuleInit {
  private decoy = '';

  constructor(private readonly config: Config) {}

  async onModuleInit(): Promise<void> {
    this.decoy = await hashPassword(randomToken());
  }

  /** Fails with `password_invalid` (length in characters) or `password_common`. */
  async hash(password: string, turn?: QueuedCaller): Promise<string> {
    const min = this.config.PASSWORD_MIN;
    const { length } = [...password];
    if (length < min || length > PASSWORD_MAX)
      throw new AppError('password_invalid', {
        message: {
          id: `Password harus ${min}-${PASSWORD_MAX} karakter.`,
          en: `The password must have ${min}-${PASSWORD_MAX} characters.`,
        },
      });
    if (await isCommonPassword(password)) throw new AppError('password_common');
    return hashPassword(password, turn);
  }

  async matches(
    passwordHash: string | null | undefined,
    password: string,
    turn?: QueuedCaller,
  ): Promise<boolean> {
    const same = await verifyPassword(passwordHash ?? this.decoy, password, turn);
    return same && typeof passwordHash === 'string';
  }
}
