import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Config } from '../../config/index.js';
import { Database } from '../../platform/database/index.js';
import { randomInt } from '../../platform/ids/random.js';
import { BlindIndex } from '../../platform/security/hashing.js';
import { RecoveryCode } from '../auth.entities.js';

const RECOVERY_CODES = 10;
/** Base32 of Crockford: no letter that is read as another. Ten of them are 50 bits. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 10;
const HALF = LENGTH / 2;

/** Codes that stand in for a lost authenticator app, each once. */
@Injectable()
export class RecoveryCodes {
  private readonly index: BlindIndex;

  constructor(
    private readonly database: Database,
    config: Config,
  ) {
    this.index = new BlindIndex(config.dataKeys, 'recovery-code');
  }

  /** Replaces all codes. They are shown this once. */
  async replace(tx: EntityManager, userId: number): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newCode);
    await tx.delete(RecoveryCode, { userId });
    await tx.insert(
      RecoveryCode,
      codes.map((code) => ({ userId, codeHash: this.index.of(...partsOf(userId, code)) })),
    );
    return codes;
  }

  /** Uses a code up; false if the account has no such code. */
  async spend(tx: EntityManager, userId: number, code: string): Promise<boolean> {
    const hashes = this.index.all(...partsOf(userId, code));
    const { affected } = await tx.delete(RecoveryCode, { userId, codeHash: In([...hashes]) });
    return affected === 1;
  }

  left(userId: number): Promise<number> {
    return this.database.read.countBy(RecoveryCode, { userId });
  }
}

/** Ignores hyphens, spaces and case. */
const partsOf = (userId: number, code: string) => [userId, code.toLowerCase().replace(/[\s-]/g, '')];

/** `k3yqz-7mw2p` */
function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`;
}
