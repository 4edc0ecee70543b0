import { BlindIndex } from './hashing.js';
import { Sealer } from './sealer.js';

/** Columns that are sealed with DATA_KEY. */
export const SEALED_COLUMNS = [
  ['devices', 'token_sealed'],
  ['devices', 'webhook_secret_sealed'],
  ['second_factors', 'sealed_secret'],
  ['webhook_endpoints', 'secret'],
  ['api_keys', 'hook_secret_sealed'],
] as const;

/** DATA_KEY as configured. */
export interface GivenKey {
  key: string;
  /** As earlier releases read it, if different. */
  before: string | undefined;
  /** Why it must not protect new data. */
  fault: string | undefined;
  /** DATA_KEY_LOST is set. */
  isLost: boolean;
}

/** Evidence in the database of the key in use. */
export interface StoredKeyEvidence {
  fingerprint: string | undefined;
  /** Some sealed secrets. */
  sealed: readonly string[];
  /** Whether there are accounts, and so fingerprints of phones and codes. */
  hasAccounts: boolean;
}

export type KeyDecision =
  | { kind: 'right'; key: string; warning?: string }
  /** Its fingerprint must be stored. */
  | { kind: 'new'; key: string; warning?: string }
  | { kind: 'refused'; why: string };

export const fingerprintOf = (key: string): string => new BlindIndex(key, 'data-key').of('check');

const RANDOM = '`openssl rand -base64 48`';
const OTHER =
  'DATA_KEY is not the one that the data of this database was kept under: set that one. If it is lost, start once with DATA_KEY_LOST=1, which gives up what only it opens (docs/production.md)';

/** Decides which key to use with the existing data. */
export function decideDataKey(given: GivenKey, kept: StoredKeyEvidence): KeyDecision {
  const candidates = [...new Set([given.key, given.before ?? given.key])];
  const right = candidates.find((key) =>
    kept.fingerprint === undefined ? opensAny(key, kept.sealed) : fingerprintOf(key) === kept.fingerprint,
  );
  if (right !== undefined) {
    const kind = kept.fingerprint === undefined ? 'new' : 'right';
    return { kind, key: right, warning: warningOf(given, right) };
  }
  const isKept = kept.fingerprint !== undefined || kept.sealed.length > 0;
  if (isKept && !given.isLost) return { kind: 'refused', why: OTHER };
  if (kept.hasAccounts && !isKept) {
    // Without evidence, use the key that earlier releases read.
    const key = given.before ?? given.key;
    return { kind: 'new', key, warning: warningOf(given, key) };
  }
  if (given.fault !== undefined)
    return { kind: 'refused', why: `DATA_KEY ${given.fault}: set it to a long random text (${RANDOM})` };
  const warning = isKept
    ? 'DATA_KEY_LOST: the new DATA_KEY is in use; enter again what the lost one sealed, and unset DATA_KEY_LOST'
    : undefined;
  return { kind: 'new', key: given.key, warning };
}

function warningOf({ before, key, fault, isLost }: GivenKey, used: string): string | undefined {
  if (isLost) return 'DATA_KEY_LOST is set, and DATA_KEY is the right one: unset DATA_KEY_LOST';
  if (used === before && (before !== key || fault?.startsWith('cannot be read')))
    return 'DATA_KEY is used with the line end, mark or bytes that it was given with, since the data is kept under them: leave it as it is';
  if (fault !== undefined)
    return `DATA_KEY ${fault}. It cannot be changed, since data is kept under it: guard the database and its backups`;
  return undefined;
}

function opensAny(key: string, sealed: readonly string[]): boolean {
  const sealer = new Sealer(key);
  return sealed.some((each) => {
    try {
      sealer.open(each);
      return true;
    } catch {
      return false;
    }
  });
}
