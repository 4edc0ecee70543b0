import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { newPhone } from '../support/factories.js';
import { Program } from '../support/program.js';
import { quietPort } from '../support/services/quiet-port.js';
import { temporaryFolder, type TemporaryFolder } from '../support/services/temporary-folder.js';
import { useBrowser } from './browser.js';
import { fillIn, logIn } from './forms.js';
import { sendLive } from './sends.js';

/** From the command to the phone. */
const FIRST_OTP_MS = 120_000;
/** So that a start that takes too long ends, and says what was missing. */
const PATIENCE_MS = 3 * FIRST_OTP_MS;

let folder: TemporaryFolder;
let url: string;
beforeAll(() => {
  folder = temporaryFolder('newcomer');
});
afterAll(() => folder.remove());
const browser = useBrowser(() => url);

const databaseUrl = () => `sqlite:${join(folder.path, 'sandi.sqlite')}`;

/** What `npm start` runs, beside whatever else runs on this machine. */
async function npmStart(): Promise<Program> {
  const env = {
    DATA_DIR: folder.path,
    DATABASE_URL: databaseUrl(),
    PORT: String(await quietPort()),
    SIMULATOR_PORT: String(await quietPort()),
  };
  // Not where a developer may have a .env of their own.
  const start = new Program('scripts/start.mjs', env, { cwd: folder.path });
  // It takes its service and its simulator along.
  onTestFinished(async () => void (await stop(start)));
  return start;
}

function stop(start: Program): ReturnType<Program['exit']> {
  start.signal('SIGTERM');
  return start.exit();
}

it(
  'a newcomer gets from npm start to a delivered OTP in under two minutes, with what the terminal tells',
  async () => {
    const startedAt = performance.now();
    const start = await npmStart();
    url = await start.says(/^Dashboard: (\S+)$/m, PATIENCE_MS);
    const username = await start.says(/^Demo account: (\S+) \/ \S+$/m);
    const password = await start.says(/^Demo account: \S+ \/ (\S+)$/m);
    const page = await browser.open('/');
    await logIn(page, { username, password });
    await page.getByRole('navigation').getByRole('link', { name: 'Kirim' }).click();
    await fillIn(page, { 'Nomor WhatsApp penerima': newPhone() });
    await sendLive(page);
    await page.getByText('Sampai di ponsel penerima').waitFor();
    expect(performance.now() - startedAt).toBeLessThan(FIRST_OTP_MS);
    await page.getByText('Biaya Rp 200. Sisa saldo Rp 9.800.').waitFor();
    await start.says(/✓✓ \d+ delivered/);

    await page.close();
    expect(await stop(start)).toEqual({ code: 0, signal: null });
    const books = new Program('dist/src/books/main.js', { DATABASE_URL: databaseUrl() });
    await books.says(/^The books balance/);
    expect(await books.exit()).toEqual({ code: 0, signal: null });
  },
  PATIENCE_MS,
);
