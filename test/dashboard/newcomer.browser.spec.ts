import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPhone } from '../support/factories.js';
import { newcomersEnvironment, npmStart, stop } from '../support/npm-start.js';
import { Program } from '../support/program.js';
import { type TemporaryFolder, temporaryFolder } from '../support/services/temporary-folder.js';
import { useBrowser } from './browser.js';
import { fillIn, logIn } from './forms.js';
import type { Way } from './looks.js';
import { openMenu } from './menus.js';
import { sendLive } from './sends.js';
import { sayIn } from './words.js';

/** From the command to the phone. */
const FIRST_OTP_MS = 120_000;
/** So that a start that takes too long ends, and says what was missing. */
const PATIENCE_MS = 3 * FIRST_OTP_MS;

const DEMO = fileURLToPath(new URL('../../dist/src/demo.js', import.meta.url));

let folder: TemporaryFolder;
let url: string;
beforeAll(() => {
  folder = temporaryFolder('newcomer');
});
afterAll(() => folder.remove());
const browser = useBrowser(() => url);

/** What a start may say before it is ready; npm says four lines before that, and a build two. */
const LINES_MAX = 25 - 4 - 2;

/** What `npm run demo` runs. */
async function npmRunDemo(env: Record<string, string>) {
  const demo = new Program('scripts/run.mjs', env, { cwd: folder.path, args: [DEMO] });
  return { ...(await demo.exit()), output: demo.output };
}

/** Lines that can be pasted; the code is another each time. */
const toPaste = (output: string) =>
  output.match(/^ {2}.+$/gm)?.map((line) => line.replace(/"otp_code":"\d{6}"/, ''));

/** Logs in on a phone, and follows a send until it is delivered. */
async function sendOnPhone(person: { username: string; password: string }, way: Way): Promise<Page> {
  const say = sayIn(way.language);
  const page = await browser.open('/', { ...way, width: 390 });
  await logIn(page, person);
  await openMenu(page, say('Buka navigasi', 'Open navigation'));
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('Kirim', 'Send'), exact: true })
    .click();
  await fillIn(page, { [say('Nomor WhatsApp penerima', "Recipient's WhatsApp number")]: newPhone() });
  await sendLive(page);
  await page.getByText(say('Sampai di ponsel penerima', "Delivered to the recipient's phone")).waitFor();
  return page;
}

it(
  'a newcomer gets from npm start to a delivered OTP in under two minutes, with what the terminal tells',
  async () => {
    const startedAt = performance.now();
    const env = await newcomersEnvironment(folder.path);
    const start = npmStart(folder.path, env);
    url = await start.says(/^Dashboard: (\S+)$/m, PATIENCE_MS);
    const guide = await start.says(/ For your application: (\S+) /);
    expect(await (await fetch(guide)).text()).toContain('Send and check a code');
    const username = await start.says(/^Demo account: (\S+) \/ \S+$/m);
    const password = await start.says(/^Demo account: \S+ \/ (\S+)$/m);
    // On a phone, at night, in English; the one who goes by the keyboard is in journey.browser.spec.ts.
    const page = await sendOnPhone({ username, password }, { colorScheme: 'dark', language: 'en' });
    expect(performance.now() - startedAt).toBeLessThan(FIRST_OTP_MS);
    await page.getByText(/^Cost (Rp|IDR)\s200\. Balance left (Rp|IDR)\s9,800\.$/).waitFor();
    await start.says(/✓✓ \d+ delivered/);
    await page.close();
    // And another by day, in Indonesian.
    const other = await sendOnPhone({ username, password }, { colorScheme: 'light', language: 'id' });
    await other.getByText(/^Biaya Rp\s200\. Sisa saldo Rp\s9\.600\.$/).waitFor();
    await other.close();

    const lines = start.output.split('\n');
    const readyAt = lines.findIndex((line) => line.startsWith('Administrator: admin / '));
    const [before, after] = [lines.slice(0, readyAt + 1), lines.slice(readyAt + 1).join('\n')];
    expect(before.length).toBeLessThanOrEqual(LINES_MAX);
    expect(after).toMatch(/^\d\d:\d\d:\d\d 200 POST \/api\/account\/otp\/send \d+ ms$/m);
    expect(after).not.toMatch(/assets|\(unknown\)/);
    const again = await npmRunDemo(env);
    expect(again.code).toBe(0);
    expect(toPaste(again.output)).toEqual(toPaste(before.join('\n')));
    expect(toPaste(again.output)?.length).toBeGreaterThan(3);

    expect(await stop(start)).toEqual({ code: 0, signal: null });
    const stopped = await npmRunDemo(env);
    expect(stopped).toMatchObject({ code: 1, output: expect.stringContaining(`Nothing answers at ${url}`) });
    rmSync(join(folder.path, 'demo.json'));
    expect((await npmRunDemo(env)).output).toMatch(/^There is no demo\.json in .+\n$/);
    const books = new Program('dist/src/operations/books/main.js', { DATABASE_URL: env.DATABASE_URL });
    await books.says(/^The books balance/);
    expect(await books.exit()).toEqual({ code: 0, signal: null });
  },
  PATIENCE_MS,
);
