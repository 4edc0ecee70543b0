import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { sqliteLibraryFor } from '../../src/platform/database/sqlite-library.js';
import { BuiltService } from '../support/built-service.js';
import { emptyDatabase } from '../support/databases.js';
import { type TemporaryFolder, temporaryFolder } from '../support/services/temporary-folder.js';

const METRICS_TOKEN = 'metrics-token-0123456789';
/** docs/performance.md says 135 to 145. A start that kept its young generation, or read source maps, would take 180 and more. */
const RESIDENT_MIB_MAX = 150;

const SQLITE = sqliteLibraryFor(process.versions.node);

/** Loaded where they are first used: no start needs them, and some services never do. */
const LATER = [
  ...['@zxcvbn-ts/language-common', 'axios', 'ioredis', 'marked', 'nodemailer', 'rate-limiter-flexible'],
  inject('engine') === 'sqlite' ? 'mysql2' : SQLITE,
];

let folder: TemporaryFolder;
let database: { url: string; drop(): Promise<void> };

beforeEach(async () => {
  folder = temporaryFolder('light-start');
  database = await emptyDatabase(folder.path);
});
afterEach(async () => {
  await database.drop();
  folder.remove();
});

/** As an operator starts it; its administrator gets a password that nobody chose. */
const start = (env: Record<string, string>) =>
  new BuiltService(
    { DATA_DIR: folder.path, DATABASE_URL: database.url, ADMIN_PASSWORD: '', ...env },
    'dist/src/main.js',
  );

/** Every script that a service loads from its start to its stop, as V8 tells at the end. */
async function scriptsOfAStart(): Promise<string[]> {
  const told = join(folder.path, 'coverage');
  const service = start({ NODE_V8_COVERAGE: told });
  await service.url();
  service.signal('SIGTERM');
  expect((await service.exit()).code).toBe(0);
  return readdirSync(told).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(told, file), 'utf8')) as { result: { url: string }[] };
    return result.map(({ url }) => url);
  });
}

describe('a start', () => {
  it('loads no library that is for later, or for the other database', async () => {
    const scripts = await scriptsOfAStart();
    const libraries = new Set(
      scripts.map((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1]),
    );
    expect(libraries).toContain('typeorm');
    expect(libraries).toContain(inject('engine') === 'sqlite' ? SQLITE : 'mysql2');
    expect(LATER.filter((name) => libraries.has(name))).toEqual([]);
  });

  it('keeps little of what it took', async () => {
    const service = start({ METRICS_TOKEN });
    const answer = await fetch(`${await service.url()}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    const [, bytes] = /^process_resident_memory_bytes (\d+)/m.exec(await answer.text()) ?? [];
    expect(Number(bytes) / 2 ** 20).toBeGreaterThan(50);
    expect(Number(bytes) / 2 ** 20).toBeLessThan(RESIDENT_MIB_MAX);
  });
});
