import { isWeakSecret } from '../text/weak-secret.rules.js';
import { type DataKeys, firstDataKey, keyPairsIn } from './data-keys.rules.js';
import { BlindIndex } from './hashing.js';
import { Sealer } from './sealer.js';

/** Sealed columns that show whether a DATA_KEY is right. `SEALED` in operations/rekey lists all. */
export const SEALED_COLUMNS = [
  ['devices', 'token_sealed'],
  ['devices', 'webhook_secret_sealed'],
  ['second_factors', 'sealed_secret'],
  ['webhook_endpoints', 'secret'],
  ['api_keys', 'hook_secret_sealed'],
] as const;

export interface GivenKey {
  key: string;
  /** DATA_KEY as earlier releases read it, if that differs or DATA_KEY is unreadable. */
  before: string | undefined;
  /** Why the key must not protect new data; undefined if it may. */
  fault: string | undefined;
  /** DATA_KEY_LOST: the operator gives up the old key. */
  isOldKeyLost: boolean;
  /** In production, a new key must not be easy to guess. */
  isProduction: boolean;
}

/** A key that the database knows, by its fingerprint. */
export interface KnownKey {
  number: number;
  fingerprint: string;
  /** Something may be sealed with it. */
  isUsed: boolean;
  isDropped: boolean;
}

/** Evidence in the database of the keys in use. */
export interface StoredKeyEvidence {
  keys: readonly KnownKey[];
  /** Some stored secrets that are sealed with a key of the data. */
  sealed: readonly string[];
  /** Whether there are accounts, and so fingerprints of phones and codes. */
  hasAccounts: boolean;
}

export type KeyDecision =
  /** `changed`: fingerprints to store before the keys are used. */
  | { kind: 'right'; keys: DataKeys; changed: readonly KnownKey[]; warning?: string }
  | { kind: 'refused'; why: string };

/** The fingerprint that identifies a key in the database; it does not depend on the key's number. */
export const fingerprintOf = (key: string): string =>
  new BlindIndex(firstDataKey(key), 'data-key').of('check');

const RANDOM = '`openssl rand -base64 48`';
const OTHER =
  'DATA_KEY is not the key of the data in this database: set the right key. If it is lost, set a new one and start once with DATA_KEY_LOST=1: what the lost key encrypted stays unreadable (docs/production.md)';
const BOTH =
  'DATA_KEY is only one of the two keys of this data: set `DATA_KEY=new,old` until `npm run rekey -- --drop-old-key` is done (docs/leaked-keys.md)';
const NOT_THE_NEW_ONE =
  'the new key in DATA_KEY differs from that of other instances: set the same two keys everywhere';

/** Decides which keys to use with the existing data. */
export function decideDataKey(given: GivenKey, stored: StoredKeyEvidence): KeyDecision {
  const [base, next] = stored.keys.filter(({ isDropped }) => !isDropped);
  return base ? decideKnown(given, stored, base, next) : decideFirst(given, stored);
}

const singleKeysOf = ({ key, before }: GivenKey): string[] => [...new Set([key, before ?? key])];

const pairsOf = (given: GivenKey): [string, string][] => singleKeysOf(given).flatMap(keyPairsIn);

/** Decides for a database that knows the fingerprint of one key, or of two while the key changes. */
function decideKnown(
  given: GivenKey,
  stored: StoredKeyEvidence,
  base: KnownKey,
  next: KnownKey | undefined,
): KeyDecision {
  const isOf = (known: KnownKey | undefined) => (text: string) => known?.fingerprint === fingerprintOf(text);
  const whole = singleKeysOf(given).find(isOf(base));
  if (whole !== undefined && next?.isUsed) return { kind: 'refused', why: BOTH };
  if (whole !== undefined) return right([{ text: whole, number: base.number }], [], warningOf(given, whole));
  if (singleKeysOf(given).some(isOf(next))) return { kind: 'refused', why: BOTH };
  for (const pair of pairsOf(given)) {
    const old = pair.find(isOf(base));
    if (old !== undefined) return decidePair(given, stored, { pair, old, base, next });
  }
  if (!given.isOldKeyLost) return { kind: 'refused', why: OTHER };
  return replaceLost(given, stored);
}

interface Pair {
  pair: readonly [string, string];
  /** The member of `pair` that `base` is the fingerprint of: the data is sealed with it. */
  old: string;
  base: KnownKey;
  next: KnownKey | undefined;
}

/** Decides for two given keys. The old one is known. The other one is the known next key, a new key or a dropped key. */
function decidePair(
  given: GivenKey,
  { keys }: StoredKeyEvidence,
  { pair, old, base, next }: Pair,
): KeyDecision {
  const oldKey = { text: old, number: base.number };
  const text = pair[0] === old ? pair[1] : pair[0];
  const isFirst = text === pair[0];
  const fingerprint = fingerprintOf(text);
  if (keys.some((known) => known.isDropped && known.fingerprint === fingerprint))
    return right([oldKey], [], 'DATA_KEY contains a dropped key: remove it, and keep the other one');
  const isNext = next?.fingerprint === fingerprint;
  if (next?.isUsed && !isNext) return { kind: 'refused', why: NOT_THE_NEW_ONE };
  const fault = isNext ? undefined : (unreadable(given) ?? weaknessOf(given, text));
  if (fault !== undefined) return { kind: 'refused', why: `the new key in DATA_KEY ${fault}: ${REPLACE}` };
  const number = next?.number ?? nextNumber(keys);
  const isUsed = isFirst || (isNext && next.isUsed);
  const isKnown = isNext && next.isUsed === isUsed;
  const newKey = { text, number };
  return right(
    isFirst ? [newKey, oldKey] : [oldKey, newKey],
    isKnown ? [] : [{ number, fingerprint, isUsed, isDropped: false }],
  );
}

const REPLACE = `replace it with a long random text (${RANDOM})`;
const nextNumber = (keys: readonly KnownKey[]) => Math.max(0, ...keys.map(({ number }) => number)) + 1;

/** Decides for a database without a fingerprint: it is empty, or of a release that stored none. */
function decideFirst(given: GivenKey, stored: StoredKeyEvidence): KeyDecision {
  const { sealed, hasAccounts } = stored;
  const whole = singleKeysOf(given).find((text) => opensAny(text, sealed));
  if (whole !== undefined) return begin(whole, stored, warningOf(given, whole));
  const pairs = pairsOf(given);
  for (const pair of pairs) {
    const old = pair.toReversed().find((text) => opensAny(text, sealed));
    if (old !== undefined) return beginWithTwo(given, stored, pair, old);
  }
  if (sealed.length > 0 && !given.isOldKeyLost) return { kind: 'refused', why: OTHER };
  if (sealed.length > 0) return replaceLost(given, stored);
  if (hasAccounts) {
    // Without evidence, use the key that earlier releases read.
    const key = given.before ?? given.key;
    return begin(key, stored, warningOf(given, key));
  }
  const [pair, ...others] = pairs;
  if (pair && others.length === 0 && !given.fault) return beginWithTwo(given, stored, pair, pair[1]);
  return faultOf(given) ?? begin(given.key, stored, warningOf(given, given.key));
}

function begin(text: string, { keys }: StoredKeyEvidence, warning?: string): KeyDecision {
  const number = nextNumber(keys);
  const known = { number, fingerprint: fingerprintOf(text), isUsed: true, isDropped: false };
  return right([{ text, number }], [known], warning);
}

function beginWithTwo(
  given: GivenKey,
  stored: StoredKeyEvidence,
  pair: readonly [string, string],
  old: string,
): KeyDecision {
  const begun = begin(old, stored);
  const [base] = begun.kind === 'right' ? begun.changed : [];
  if (!base) return begun;
  const keys = [...stored.keys, base];
  const decision = decidePair(given, { ...stored, keys }, { pair, old, base, next: undefined });
  return decision.kind === 'right' ? { ...decision, changed: [base, ...decision.changed] } : decision;
}

/** Drops all known keys and begins with the given one: the operator says that the right key is lost. */
function replaceLost(given: GivenKey, stored: StoredKeyEvidence): KeyDecision {
  const refused = faultOf(given);
  if (refused) return refused;
  const lost = stored.keys.filter(({ isDropped }) => !isDropped).map((key) => ({ ...key, isDropped: true }));
  const begun = begin(given.key, stored, LOST);
  return begun.kind === 'right' ? { ...begun, changed: [...lost, ...begun.changed] } : begun;
}

const LOST =
  'DATA_KEY_LOST: the new DATA_KEY is in use. Enter all secrets again that were encrypted with the lost key, then unset DATA_KEY_LOST';

const right = (keys: DataKeys, changed: readonly KnownKey[], warning?: string): KeyDecision => ({
  kind: 'right',
  keys,
  changed,
  warning,
});

function faultOf({ fault }: GivenKey): KeyDecision | undefined {
  if (fault === undefined) return undefined;
  return { kind: 'refused', why: `DATA_KEY ${fault}: set it to a long random text (${RANDOM})` };
}

const isUnreadable = ({ fault }: GivenKey) => fault?.startsWith('cannot be read') ?? false;
const unreadable = (given: GivenKey) => (isUnreadable(given) ? given.fault : undefined);
const weaknessOf = ({ isProduction }: GivenKey, text: string) =>
  isProduction && isWeakSecret(text) ? 'is easy to guess' : undefined;

function warningOf(given: GivenKey, used: string): string | undefined {
  const { before, key, fault, isOldKeyLost } = given;
  if (isOldKeyLost) return 'DATA_KEY_LOST is set, but DATA_KEY is the right key: unset DATA_KEY_LOST';
  if (used === before && (before !== key || isUnreadable(given)))
    return 'DATA_KEY is used with its line break, byte order mark or invalid bytes, since the data was stored under a key with them: leave it as it is';
  if (fault !== undefined)
    return `DATA_KEY ${fault}. Stored data depends on it: protect the database and its backups, and change DATA_KEY (docs/leaked-keys.md)`;
  if (used.includes(','))
    return 'DATA_KEY is used as one key, commas included: a comma separates two keys only if each has at least 32 characters and one is the key of the data';
  return undefined;
}

function opensAny(key: string, sealed: readonly string[]): boolean {
  const sealer = new Sealer(firstDataKey(key));
  return sealed.some((each) => sealer.tryOpen(each) !== undefined);
}
