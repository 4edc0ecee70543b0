import type { Logger } from 'pino';
import { type EntityManager, IsNull } from 'typeorm';
import { type Database, isUniqueViolation } from '../database/index.js';
import type { CommonSettings } from '../process/common-settings.js';
import type { Clock } from '../time/clock.js';
import {
  decideDataKey,
  type GivenKey,
  type KnownKey,
  SEALED_COLUMNS,
  type StoredKeyEvidence,
} from './data-key.rules.js';
import { DataKeyCheck } from './data-key-check.entity.js';
import type { DataKeys } from './data-keys.rules.js';

/** Provided after DATA_KEY is verified, so that no key is derived from a wrong one. */
export const VERIFIED_DATA_KEY = Symbol('the proof of DATA_KEY');

const FIRST = 1;
/** Rows per column to try a key on. The right key opens at least one of them all. */
const SEALED_MAX = 200;

export const givenKeyOf = (config: CommonSettings): GivenKey => ({
  key: config.DATA_KEY,
  before: config.dataKeyBefore,
  fault: config.dataKeyFault,
  isOldKeyLost: config.DATA_KEY_LOST,
  isProduction: config.isProduction,
});

export async function storedKeyEvidence(read: EntityManager): Promise<StoredKeyEvidence> {
  const checks = await read.find(DataKeyCheck, { order: { id: 'ASC' } });
  const sealed: string[] = [];
  for (const [table, column] of SEALED_COLUMNS) {
    const rows = await read.query<{ sealed: string }[]>(
      `SELECT ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL LIMIT ${SEALED_MAX}`,
    );
    sealed.push(...rows.map((row) => row.sealed));
  }
  const accounts = await read.query<unknown[]>('SELECT id FROM users LIMIT 1');
  return { keys: checks.map(knownKeyOf), sealed, hasAccounts: accounts.length > 0 };
}

/** The first key always counts as used: earlier releases stored it without `usedAt`. */
const knownKeyOf = ({ id, fingerprint, usedAt, droppedAt }: DataKeyCheck): KnownKey => ({
  number: id,
  fingerprint,
  isUsed: id === FIRST || usedAt !== null,
  isDropped: droppedAt !== null,
});

interface Tools {
  clock: Clock;
  logger: Logger;
}

/** Throws unless DATA_KEY fits the data. Stores fingerprints of new keys, and sets `config.dataKeys`. */
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
  if (!(await store(database, decision.changed, stored.keys, clock.now())))
    return prove(database, config, { clock, logger });
  if (decision.warning) logger.warn(decision.warning);
  useDataKeys(config, decision.keys);
}

/** Sets the keys from which all later keys are derived. */
export function useDataKeys(config: CommonSettings, keys: DataKeys): void {
  config.dataKeys = keys;
  config.DATA_KEY = keys[0].text;
}

/** Returns false if another instance changed the stored keys meanwhile: decide again with those. */
async function store(
  database: Database,
  changed: readonly KnownKey[],
  known: readonly KnownKey[],
  now: Date,
): Promise<boolean> {
  try {
    return await database.tx(async (tx) => {
      for (const { number: id, fingerprint, isUsed, isDropped } of changed) {
        const before = known.find(({ number }) => number === id);
        const row = { fingerprint, usedAt: isUsed ? now : null, droppedAt: isDropped ? now : null };
        if (!before) await tx.insert(DataKeyCheck, { id, createdAt: now, ...row });
        else if (!(await isUpdated(tx, before, row))) throw new KeyChangedError();
      }
      return true;
    });
  } catch (error) {
    if (error instanceof KeyChangedError || isUniqueViolation(error)) return false;
    throw error;
  }
}

class KeyChangedError extends Error {}

async function isUpdated(
  tx: EntityManager,
  { number: id, fingerprint, isUsed }: KnownKey,
  row: Partial<DataKeyCheck>,
): Promise<boolean> {
  const where = { id, fingerprint, droppedAt: IsNull(), ...(isUsed ? {} : { usedAt: IsNull() }) };
  const { affected } = await tx.update(DataKeyCheck, where, row);
  return affected === 1;
}
