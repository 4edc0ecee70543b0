import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, newPhone } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { requireProgram } from '../support/services/find-program.js';
import { temporaryFolder } from '../support/services/temporary-folder.js';
import { asJavaScript, codeBlock, sectionOf } from '../support/snippets.js';
import { messagesOf } from './support.js';

const DOCUMENT = readFileSync(new URL('../../docs/auth-servers.md', import.meta.url), 'utf8');

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  account = await createAccount(service);
  vi.stubEnv('SANDI_URL', service.url);
  vi.stubEnv('SANDI_API_KEY', account.key);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await service.close();
});
keepBooks(() => service);

/** The first block of code under a heading of the document, in a file. */
function recipe(heading: string, fence: string, file: string, prepare = (code: string) => code): string {
  const code = codeBlock(sectionOf(DOCUMENT, `## ${heading}`), fence);
  expect(code, `the recipe of ${heading}`).not.toBe('');
  const folder = temporaryFolder('recipe');
  onTestFinished(() => folder.remove());
  const path = join(folder.path, file);
  writeFileSync(path, prepare(code));
  return path;
}

const load = async (heading: string): Promise<unknown> =>
  import(/* @vite-ignore */ pathToFileURL(recipe(heading, 'ts', 'recipe.mjs', asJavaScript)).href);

const arrived = () => service.gateway.accepted.at(-1);
const international = (phone: string) => phone.replace(/^0/, '62');

describe('the recipe of Better Auth', () => {
  it('sends its code, and fails where nothing was sent', async () => {
    const { sendOTP } = (await load('Better Auth')) as {
      sendOTP: (data: { phoneNumber: string; code: string }) => Promise<void>;
    };
    const phone = newPhone();
    await sendOTP({ phoneNumber: `+${international(phone)}`, code: '482913' });
    expect(arrived()).toMatchObject({ to: international(phone) });
    expect(arrived()?.text).toContain('482913');
    await sendOTP({ phoneNumber: phone, code: '482913' });
    expect(await messagesOf(service, account.userId)).toMatchObject([{ companyName: 'Toko Budi' }]);
    await expect(sendOTP({ phoneNumber: '+14155550123', code: '482913' })).rejects.toThrow('phone_invalid');
  });
});

describe('the recipe of Auth.js', () => {
  it('logs in once with the code that arrived, by whatever spelling of the number, and with no other', async () => {
    const { sendCode, authorize } = (await load('Auth.js')) as {
      sendCode: (phone: string) => Promise<Response>;
      authorize: (credentials: { phone?: unknown; code?: unknown }) => Promise<{ id: string } | null>;
    };
    const phone = newPhone();
    await expect(await sendCode(phone)).toAnswer(200);
    const code = /\d{6}/.exec(arrived()?.text ?? '')?.[0] ?? '';
    const wrong = String((Number(code) + 1) % 1e6).padStart(6, '0');
    expect(await authorize({ phone, code: wrong })).toBeNull();
    expect(await authorize({ phone })).toBeNull();
    const user = { id: international(phone) };
    expect(await authorize({ phone: `+${user.id}`, code })).toEqual(user);
    expect(await authorize({ phone, code })).toBeNull();
  });
});

describe('the recipe of Auth0', () => {
  interface Action {
    onExecuteCustomPhoneProvider: (event: object) => Promise<void>;
  }

  it('sends its code in the language of the user, and fails where nothing was sent', async () => {
    const file = recipe('Auth0', 'js', 'recipe.cjs');
    const { onExecuteCustomPhoneProvider: run } = createRequire(import.meta.url)(file) as Action;
    const phone = newPhone();
    const secrets = { SANDI_URL: service.url, SANDI_API_KEY: account.key };
    const event = (recipient: string, locale: string) => ({
      secrets,
      notification: {
        recipient,
        code: '482913',
        locale,
        message_type: 'otp_verify',
        delivery_method: 'text',
      },
    });
    await run(event(`+62-${phone.slice(1, 4)}-${phone.slice(4)}`, 'en_US'));
    expect(arrived()).toMatchObject({ to: international(phone) });
    expect(arrived()?.text).toContain('482913* is your Toko Budi');
    await run(event(newPhone(), 'id_ID'));
    expect(arrived()?.text).toContain('adalah kode OTP Toko Budi');
    await expect(run(event('+14155550123', 'en_US'))).rejects.toThrow('400');
  });
});

describe('the recipe of Laravel', () => {
  const found = requireProgram('php');

  it.skipIf(found.kind === 'missing')(
    'sends a notification once, also when it is tried again, and fails where nothing was sent',
    async () => {
      const file = recipe('Laravel', 'php', 'snippet.php');
      const main = join(file, '../main.php');
      copyFileSync(new URL('recipes/main.php', import.meta.url), main);
      const notify = async (notification: { id: string; phone: string; code: string }) => {
        const php = spawn(found.kind === 'program' ? found.path : '', [main], {
          stdio: ['pipe', 'pipe', 'inherit'],
        });
        php.stdin.end(JSON.stringify(notification));
        return text(php.stdout);
      };
      const notification = { id: randomUUID(), phone: newPhone(), code: '482913' };
      expect(await notify(notification)).toBe('sent');
      expect(await notify(notification)).toBe('sent');
      expect(arrived()).toMatchObject({ to: international(notification.phone) });
      expect(await messagesOf(service, account.userId)).toMatchObject([{ companyName: 'Toko Budi' }]);
      expect(await notify({ ...notification, id: randomUUID(), phone: '12' })).toContain('phone_invalid');
    },
  );
});
