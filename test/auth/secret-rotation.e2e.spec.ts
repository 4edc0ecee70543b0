import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.js';
import { newDatabase } from '../support/databases.js';
import { temporaryFolder } from '../support/services/temporary-folder.js';
import { register, standing } from './people.js';

const OLD = 'old-secret-old-secret-old-secret-old-1';
const NEW = 'new-secret-new-secret-new-secret-new-1';

let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = (await newDatabase(temporaryFolder('rotation').path)).url;
});

/** The service with these secrets, one after the other on the same database. */
async function withSecrets<T>(secret: string, work: (test: TestApp) => Promise<T>): Promise<T> {
  const test = await startTestApp({ databaseUrl, env: { JWT_SECRET: secret } });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await test.close();
    isOpen = false;
  };
  onTestFinished(close);
  const result = await work(test);
  await close();
  return result;
}

const tokenOf = (secret: string) => withSecrets(secret, async (test) => (await register(test)).token);
const says = (secret: string, token: string) => withSecrets(secret, (test) => standing(test, token));

describe('a new JWT_SECRET', () => {
  it('ends no session while both are set, in either order, and ends those of the old one afterwards', async () => {
    const old = await tokenOf(OLD);
    expect(await says(`${OLD},${NEW}`, old)).toBe('ok');
    expect(await says(`${NEW},${OLD}`, old)).toBe('ok');
    expect(await says(NEW, old)).toBe('token_invalid');
  });

  it('signs where it stands first', async () => {
    const first = await tokenOf(`${NEW}, ${OLD}`);
    expect(await says(NEW, first)).toBe('ok');
    expect(await says(OLD, first)).toBe('token_invalid');
    const second = await tokenOf(`${OLD},${NEW}`);
    expect(await says(OLD, second)).toBe('ok');
  });

  it('is one secret where a part is too short to be one', async () => {
    const whole = `${OLD},short`;
    const token = await tokenOf(whole);
    expect(await says(whole, token)).toBe('ok');
    expect(await says(OLD, token)).toBe('token_invalid');
  });

  it('with commas ends no session that the last release began under the whole text', async () => {
    const whole = `${OLD},${NEW}`;
    const token = await withSecrets(whole, async (test) => {
      const { token } = await register(test);
      const [head, payload] = token.split('.');
      const { createHmac } = await import('node:crypto');
      return `${head}.${payload}.${createHmac('sha256', whole).update(`${head}.${payload}`).digest('base64url')}`;
    });
    expect(await says(whole, token)).toBe('ok');
    expect(await says(NEW, token)).toBe('token_invalid');
  });

  it('takes no token of another secret, nor one without a signature', async () => {
    const stranger = await tokenOf('a-stranger-a-stranger-a-stranger-a-stranger');
    expect(await says(`${OLD},${NEW}`, stranger)).toBe('token_invalid');
    expect(await says(`${OLD},${NEW}`, stranger.replace(/[^.]*$/, ''))).toBe('token_invalid');
    expect(await says(`${OLD},${NEW}`, 'x')).toBe('token_invalid');
  });
});
