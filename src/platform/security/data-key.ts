import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { type Database, isUniqueViolation } from '../database/index.js';
import type { CommonSettings } from '../process/common-settings.js';
import type { Clock } from '../time/clock.js';
import {
  fingerprintOf,
  type GivenKey,
  judgeDataKey,
  type KeptData,
  SEALED_COLUMNS,
} from './data-key.rules.js';
import { DataKeyCheck } from './data-key-check.entity.js';

/** Provided once DATA_KEY is proved, so that no key is derived from a wrong one. */
export const PROVED_DATA_KEY = Symbol('the proof of DATA_KEY');

const ROW = 1;
/** Of each column; among more, one that opens would be among these. */
const SEALED_MAX = 200;

export const givenKeyOf = (config: CommonSettings): GivenKey => ({
  key: config.DATA_KEY,
  before: config.dataKeyBefore,
  fault: config.dataKeyFault,
  isLost: config.DATA_KEY_LOST,
});

/** What tells under which key a database was kept. */
export async function keptData(read: EntityManager): Promise<KeptData> {
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

interface Told {
  clock: Clock;
  logger: Logger;
}

/**
 * Makes sure that DATA_KEY is the one that the data was kept under, and notes its fingerprint where there is none yet. Sets
 * `config.DATA_KEY` to the form of it that opens the data. Throws for another key, with what to do.
 */
export async function proveDataKey(database: Database, config: CommonSettings, told: Told): Promise<void> {
  try {
    await prove(database, config, told);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function prove(database: Database, config: CommonSettings, { clock, logger }: Told): Promise<void> {
  const kept = await keptData(database.read);
  const decision = judgeDataKey(givenKeyOf(config), kept);
  if (decision.kind === 'refused') throw new Error(decision.why);
  if (decision.kind === 'new') {
    const row = { id: ROW, fingerprint: fingerprintOf(decision.key), createdAt: clock.now() };
    try {
      await database.tx(async (tx) => {
        if (kept.fingerprint === undefined) await tx.insert(DataKeyCheck, row);
        else await tx.update(DataKeyCheck, { id: ROW, fingerprint: kept.fingerprint }, row);
      });
    } catch (error) {
      // Another instance that started with us was quicker: its key counts.
      if (!isUniqueViolation(error)) throw error;
      return prove(database, config, { clock, logger });
    }
  }
  if (decision.warning) logger.warn(decision.warning);
  config.DATA_KEY = decision.key;
}
