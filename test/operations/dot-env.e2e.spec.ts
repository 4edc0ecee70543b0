import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, inject, it, onTestFinished } from 'vitest';
import { newPhone } from '../support/factories.js';
import { Program } from '../support/program.js';
import { quietPort } from '../support/services/quiet-port.js';
import { type TemporaryFolder, temporaryFolder } from '../support/services/temporary-folder.js';

const BOOKS = fileURLToPath(new URL('../../dist/src/operations/books/main.js', import.meta.url));
const DOCTOR = fileURLToPath(new URL('../../dist/src/doctor.js', import.meta.url));

let folder: TemporaryFolder;
beforeEach(() => {
  folder = temporaryFolder('dot-env');
});
afterEach(() => folder.remove());

const path = (name: string) => join(folder.path, name);
const dotEnv = (text: string) => writeFileSync(path('.env'), text);

it.skipIf(inject('engine') !== 'sqlite')(
  'what npm runs takes .env of its folder, and the environment before it',
  async () => {
    const [port, simulatorPort] = [await quietPort(), await quietPort()];
    writeFileSync(path('database-url'), `sqlite:${path('in-dot-env.sqlite')}\n`);
    dotEnv(
      [
        '# As .env.example has it.',
        `PORT=${port}`,
        `SIMULATOR_PORT=${simulatorPort}`,
        `DATABASE_URL_FILE=${path('database-url')}`,
        `DATA_DIR='${folder.path}'`,
        'GATEWAY_TOKEN_FILE=/nowhere/but-the-simulator-has-its-own',
        'ADMIN_USERNAME=of-dot-env',
      ].join('\n'),
    );
    const start = new Program(
      'scripts/start.mjs',
      { ADMIN_USERNAME: 'of-the-environment' },
      { cwd: folder.path },
    );
    onTestFinished(async () => {
      start.signal('SIGTERM');
      await start.exit();
    });
    await start.says(new RegExp(`"msg":"listening on http://127.0.0.1:${port}"`), 60_000);
    await start.says(/^Administrator: of-the-environment \//m);
    expect(start.output).not.toContain('no device yet');

    const books = new Program('scripts/run.mjs', {}, { cwd: folder.path, args: [BOOKS] });
    expect((await books.exit()).code).toBe(0);
    expect(books.output).toMatch(/^The books balance: \d+ invariants hold\.$/m);

    // The embedded default, as a newcomer has it.
    const args = [DOCTOR, '--to', newPhone()];
    const env = { GATEWAY_TOKEN_FILE: '' };
    const doctor = new Program('scripts/run.mjs', env, { cwd: folder.path, args });
    await doctor.exit();
    expect(doctor.output).toMatch(/^✓ its callback/m);
    expect(doctor.output).toMatch(/\nAll is well\.\n$/);
  },
);

it.skipIf(inject('engine') !== 'sqlite')(
  'a .env is read without the mark that editors begin it with, and refused where it is no UTF-8',
  async () => {
    const text = `DATABASE_URL=sqlite:${path('missing/of-dot-env.sqlite')}\r\n`;
    const said = async (bytes: Buffer) => {
      writeFileSync(path('.env'), bytes);
      const books = new Program('scripts/run.mjs', {}, { cwd: folder.path, args: [BOOKS] });
      await books.exit();
      return books.output;
    };
    // The database that it names is not there.
    const cannotOpen = /^The books cannot be read: .*(?:directory|unable to open)/m;
    expect(await said(Buffer.from(text))).toMatch(cannotOpen);
    expect(await said(Buffer.from(`\uFEFF${text}`))).toMatch(cannotOpen);
    for (const bytes of [Buffer.from(`\uFEFF${text}`, 'utf16le'), Buffer.from([0x41, 0x3d, 0xe9, 0x0a])])
      expect(await said(bytes)).toMatch(/^\.env cannot be read: .+ save it as UTF-8$/m);
  },
);
