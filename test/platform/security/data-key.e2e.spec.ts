import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstDataKey } from '../../../src/platform/security/data-keys.rules.js';
import { Sealer } from '../../../src/platform/security/sealer.js';
import { addDevice } from '../../gateway/devices.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { newDatabase } from '../../support/databases.js';

let folder: string;
let database: Awaited<ReturnType<typeof newDatabase>>;
const KEY = randomBytes(36).toString('base64');
const OTHER = randomBytes(36).toString('base64');
const WEAK = 'a'.repeat(32);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sandi-data-key-'));
  database = await newDatabase(folder);
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Starts the service, does `work` with it, and stops it; what it warned of is returned. */
async function running(
  env: Record<string, string>,
  work: (test: TestApp) => Promise<unknown> = () => Promise.resolve(),
) {
  const test = await startTestApp({ databaseUrl: database.url, env });
  try {
    await work(test);
    return test.logs.filter((line) => line.includes('DATA_KEY')).join('');
  } finally {
    await test.close();
  }
}

/** As a release before this one leaves it. */
const forget = (test: TestApp) => test.database.tx((tx) => tx.query('DELETE FROM data_key_checks'));

async function asBefore(key: string, withSecret = true): Promise<void> {
  await running({ DATA_KEY: KEY }, async (test) => {
    if (withSecret)
      await addDevice(test, 'http://127.0.0.1:1', 'token', {
        state: 'disabled',
        tokenSealed: new Sealer(firstDataKey(key)).seal('token'),
      });
    await forget(test);
  });
}

describe('a DATA_KEY that is not the one of the database', () => {
  it('does not start, and changes nothing', async () => {
    expect(await running({ DATA_KEY: KEY })).toBe('');
    await expect(running({ DATA_KEY: OTHER })).rejects.toThrow(
      /^DATA_KEY is not the key of .+ set the right key\. .+DATA_KEY_LOST=1/,
    );
    expect(await running({ DATA_KEY: KEY })).toBe('');
  });

  it('is found by a sealed secret where nothing else tells', async () => {
    await asBefore(KEY);
    await expect(running({ DATA_KEY: OTHER })).rejects.toThrow(/^DATA_KEY is not the key of/);
    await expect(running({ DATA_KEY: OTHER })).rejects.toThrow(/^DATA_KEY is not the key of/);
    expect(await running({ DATA_KEY: KEY })).toBe('');
    await expect(running({ DATA_KEY: OTHER })).rejects.toThrow(/^DATA_KEY is not the key of/);
  });

  it.each([
    ['with a fingerprint', false],
    ['with a sealed secret alone', true],
  ])('is taken when the operator says that the right one is lost: %s', async (_name, isBefore) => {
    if (isBefore) await asBefore(KEY);
    else await running({ DATA_KEY: KEY });
    expect(await running({ DATA_KEY: OTHER, DATA_KEY_LOST: '1' })).toContain('the new DATA_KEY is in use');
    expect(await running({ DATA_KEY: OTHER })).toBe('');
    expect(await running({ DATA_KEY: OTHER, DATA_KEY_LOST: '1' })).toContain('unset DATA_KEY_LOST');
    await expect(running({ DATA_KEY: KEY })).rejects.toThrow(/^DATA_KEY is not the key of/);
  });
});

describe('a DATA_KEY with a line end or a mark', () => {
  it.each([`${KEY}\n`, `${KEY}\r\n`, `\uFEFF${KEY}`])(
    'is taken without it by a new database: %j',
    async (given) => {
      expect(
        await running({ DATA_KEY: given }, ({ config }) =>
          Promise.resolve(expect(config.DATA_KEY).toBe(KEY)),
        ),
      ).toBe('');
      expect(await running({ DATA_KEY: KEY })).toBe('');
    },
  );

  it.each([true, false])(
    'stays as it is where the data is kept under that (secret: %s)',
    async (withSecret) => {
      const given = `${KEY}\r\n`;
      await asBefore(given, withSecret);
      for (let start = 1; start <= 2; start++)
        expect(
          await running({ DATA_KEY: given }, ({ config }) =>
            Promise.resolve(expect(config.DATA_KEY).toBe(given)),
          ),
        ).toContain('leave it as it is');
      await expect(running({ DATA_KEY: KEY })).rejects.toThrow(/^DATA_KEY is not the key of/);
    },
  );

  it('is taken without it where the data is kept under that', async () => {
    await asBefore(KEY);
    expect(
      await running({ DATA_KEY: `${KEY}\n` }, ({ config }) =>
        Promise.resolve(expect(config.DATA_KEY).toBe(KEY)),
      ),
    ).toBe('');
  });

  it('in a file that is no UTF-8 opens what it sealed, and begins nothing new', async () => {
    const file = join(folder, 'key');
    for (const bytes of [
      Buffer.concat([Buffer.from(KEY), Buffer.from([0xe9, 0x0a])]),
      Buffer.from(`\uFEFF${KEY}`, 'utf16le'),
    ]) {
      writeFileSync(file, bytes);
      const env = { DATA_KEY: '', DATA_KEY_FILE: file };
      await expect(running(env)).rejects.toThrow(/^DATA_KEY cannot be read: .+UTF-8/);
      await asBefore(bytes.toString('utf8').replace(/[\r\n]+$/, ''));
      expect(await running(env)).toContain('leave it as it is');
      await database.drop();
      database = await newDatabase(folder);
    }
  });
});

describe('a DATA_KEY that is easy to guess, in production', () => {
  const env = { NODE_ENV: 'production', DATA_KEY: WEAK };

  it('begins nothing', async () => {
    await expect(running(env)).rejects.toThrow(/^DATA_KEY is easy to guess: set it to a long random text/);
  });

  it('only warns where data is kept under it', async () => {
    await asBefore(WEAK);
    expect(await running(env)).toContain('is easy to guess. Stored data depends on it');
    expect(await running(env)).toContain('is easy to guess. Stored data depends on it');
  });
});
