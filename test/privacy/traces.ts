import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { inject } from 'vitest';
import { schema } from '../../ormconfig.js';
import type { TestService } from '../support/service.js';
import { locate, requireProgram } from '../support/services/find-program.js';

const DUMP_BYTES_MAX = 1 << 28;
const HOUR_SECONDS = 3600;
/** Limits go on protecting the phone: the only place that may keep its fingerprint. */
const COUNTERS = 'counters in Redis';

/** A phone such as `081234567890`, as people and programs write it. */
function spellingsOf(phone: string): string[] {
  const bare = phone.slice(1);
  const [start, middle, end] = [bare.slice(0, 3), bare.slice(3, 7), bare.slice(7)];
  return [
    // Also the start of each longer spelling without gaps.
    bare,
    ...[' ', '-', '.'].map((gap) => [start, middle, end].join(gap)),
    ...['0', '62', '+62'].flatMap((prefix) => encodedOf(`${prefix}${bare}`)),
  ];
}

const encodedOf = (text: string): string[] =>
  (['hex', 'base64', 'base64url'] as const).map((encoding) =>
    // The last group of base64 depends on what follows.
    Buffer.from(text).toString(encoding).replace(/=+$/, ''),
  );

/** A fingerprint in hex, also as bytes. */
function fingerprintForms(index: string): string[] {
  const bytes = Buffer.from(index.replace(/^[^0-9a-f]+/, ''), 'hex');
  return [
    index,
    index.toUpperCase(),
    bytes.toString('latin1'),
    ...encodedOf(index),
    bytes.toString('base64').slice(0, -3),
  ];
}

/** What names one phone. */
export interface PhoneNames {
  phone: string;
  /** Fingerprints in hex. */
  indexes: readonly string[];
  /** Masks, the gateway's ids, external_id, metadata, sealed texts. */
  others: readonly string[];
  codes: readonly string[];
}

/** The names that a text contains. */
function namesIn(text: string, { phone, indexes, others, codes }: PhoneNames): string[] {
  const forms = [
    ...spellingsOf(phone),
    ...indexes.flatMap(fingerprintForms),
    // Stored JSON is a text within a text, and a dump escapes it once more.
    ...others.flatMap((name) => [
      name,
      JSON.stringify(JSON.stringify(name)).slice(3, -3),
      ...encodedOf(name),
    ]),
  ];
  const found = forms.filter((form) => text.includes(form));
  return [...found, ...codes.filter((code) => new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`).test(text))];
}

/** Everything that an erasure has to leave without the phone, by where it is. */
export async function placesOf(service: TestService): Promise<Map<string, string>> {
  const { read } = service.database;
  const tables = schema.entities.map((entity) => read.getRepository(entity).metadata.tableName);
  const places = new Map([['log', service.logs.join('\n')]]);
  for (const table of tables)
    places.set(`table ${table}`, JSON.stringify(await read.query(`SELECT * FROM ${table}`)));
  const { DATABASE_URL: url } = service.config;
  if (inject('engine') === 'sqlite') {
    const file = url.replace('sqlite:', '');
    for (const end of ['', '-wal', '-shm'])
      if (existsSync(file + end)) places.set(`file ${end}`, readFileSync(file + end, 'latin1'));
  } else if (inject('sqlServer') === 'mariadb' && requireProgram('mariadb-client').kind === 'program') {
    places.set('dump', dumpOf(url, locate('mariadb-dump') ?? ''));
  }
  for (const [place, text] of await redisPlaces()) places.set(place, text);
  return places;
}

/** Each name that is still there, and where. */
export async function remains(service: TestService, names: PhoneNames): Promise<string[]> {
  const places = await placesOf(service);
  return [...places].flatMap(([place, text]) => {
    const sought = place === COUNTERS ? { ...names, indexes: [] } : names;
    return namesIn(text, sought).map((name) => `${name} in ${place}`);
  });
}

function dumpOf(databaseUrl: string, program: string): string {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const server = ['--protocol=tcp', `--host=${hostname}`, `--port=${port}`, `--user=${username}`];
  const args = [...server, '--skip-ssl', '--single-transaction', '--no-tablespaces', pathname.slice(1)];
  const env = { ...process.env, MYSQL_PWD: password };
  return execFileSync(program, args, { env, encoding: 'latin1', maxBuffer: DUMP_BYTES_MAX });
}

/** Keys and values, apart from counters of limits, which end within the hour. */
async function redisPlaces(): Promise<Map<string, string>> {
  const url = inject('redisUrl');
  if (!url) return new Map();
  const redis = new Redis(url);
  try {
    const keys = await redis.keys('*');
    const found = await Promise.all(
      keys.map(async (key) => ({ key, life: await redis.ttl(key), value: await redis.dumpBuffer(key) })),
    );
    const places = new Map<string, string>();
    for (const { key, life, value } of found) {
      const place = life >= 0 && life <= HOUR_SECONDS ? COUNTERS : 'Redis';
      places.set(place, `${places.get(place) ?? ''}${key} ${value?.toString('latin1') ?? ''}\n`);
    }
    return places;
  } finally {
    redis.disconnect();
  }
}
