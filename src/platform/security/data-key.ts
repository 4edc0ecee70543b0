import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { type Database, isUniqueViolation } from '../database/index.js';
import type { CommonSettings } from '../process/common-settings.js';
import type { Clock } from '../time/clock.js';
import {
  decideDataKey,
  fingerprintOf,
  type GivenKey,
  SEALED_COLUMNS,
  type StoredKeyEvidence,
} from './data-key.rules.js';
import { DataKeyCheck } from './data-key-check.entity.js';

/** Provided after DATA_KEY is verified, so that no key is derived from a wrong one. */
export const VERIFIED_DATA_KEY = Symbol('the proof of DATA_KEY');

const ROW = 1;
/** Rows to try per column; the right key opens at least one. */
const SEALED_MAX = 200;

export const givenKeyOf = (config: CommonSettings): GivenKey => ({
  key: config.DATA_KEY,
  before: config.dataKeyBefore,
  fault: config.dataKeyFault,
  isLost: config.DATA_KEY_LOST,
});

/** Reads the evidence of the key in use. */
export async function storedKeyEvidence(read: EntityManager): Promise<StoredKeyEvidence> {
  const check = await read.findOneBy(DataKeyCheck, { id: ROW });
  const sealed: string[] = [];
  for (const [table, column] of SEALED_COLUMNS) {
    const rows = await read.query<{ sealed: string }[]>(
      `SELECT ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL LIMIT ${SEALED_MAX}`,
    );
    sealed.push(...rows.map((row) => row.sealed));
  }
  const accounts = await read.query<unknown[]>('SELECT id FROM users LIMIT 1');
  return { fingerprint: check?.fingerprint, sealed, hasAccounts: accounts.length > 0 };
}

interface Tools {
  clock: Clock;
  logger: Logger;
}

/**
 * Verifies that DATA_KEY fits the data, and stores its fingerprint if there is none. Sets `config.DATA_KEY` to
 * the form that opens the data. Throws with a fix otherwise.
 */
export async function verifyDataKey(database: Database, config: CommonSettings, tools: Tools): Promise<void> {
  try {
    await prove(database, config, tools);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function prove(database: Database, config: CommonSettings, { clock, logger }: Tools): Promise<void> {
  const stored = await storedKeyEvidence(database.read);
  const decision = decideDataKey(givenKeyOf(config), stored);
  if (decision.kind === 'refused') throw new Error(decision.why);
  if (decision.kind === 'new') {
    const row = { id: ROW, fingerprint: fingerprintOf(decision.key), createdAt: clock.now() };
    try {
      await database.tx(async (tx) => {
        if (stored.fingerprint === undefined) await tx.insert(DataKeyCheck, row);
        else await tx.update(DataKeyCheck, { id: ROW, fingerprint: stored.fingerprint }, row);
      });
    } catch (error) {
      // Another instance stored its key first, which counts.
      if (!isUniqueViolation(error)) throw error;
      return prove(database, config, { clock, logger });
    }
  }
  if (decision.warning) logger.warn(decision.warning);
  config.DATA_KEY = decision.key;
}
