import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newPhone } from '../support/factories.js';
import { newcomersEnvironment, npmStart, stop } from '../support/npm-start.js';
import type { Program } from '../support/program.js';
import { requireProgram } from '../support/services/find-program.js';
import { temporaryFolder } from '../support/services/temporary-folder.js';
import { codeBlock } from '../support/snippets.js';
import { type Language, LANGUAGES } from './support/languages.js';
import { ROOT, withComposer } from './support/packed.js';
import { putInPlace } from './support/snippet.js';

const LINES_MAX = 20;
const BYTES_MAX = 2048;
/** Of a start on a machine that does much else. */
const PATIENCE_MS = 360_000;

interface Readme {
  language: Language;
  text: string;
  login: string;
  file: string;
}

const FILES: Record<string, { folder: string; fence: string; file: string }> = {
  TypeScript: { folder: 'typescript', fence: 'js', file: 'login.mjs' },
  PHP: { folder: 'php', fence: 'php', file: 'login.php' },
  Python: { folder: 'python', fence: 'python', file: 'login.py' },
};
const READMES = LANGUAGES.flatMap((language): (Readme & { name: string })[] => {
  const known = FILES[language.name];
  if (!known) return [];
  const text = readFileSync(join(ROOT, 'sdk', known.folder, 'README.md'), 'utf8');
  return [{ name: language.name, language, text, login: codeBlock(text, known.fence), file: known.file }];
});
const composer = requireProgram('composer');

it.each(READMES)('the README for $name is short, and so is its login', ({ text, login }) => {
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(BYTES_MAX);
  const lines = login.split('\n').filter((line) => line !== '');
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.length).toBeLessThan(LINES_MAX);
});

it('the README for TypeScript says how a file ends in which Node takes its login', () => {
  const typescript = READMES.find(({ name }) => name === 'TypeScript');
  expect(typescript?.text).toContain(`\`${extname(typescript?.file ?? '')}\``);
});

describe('npm start', () => {
  it(
    'lets the login of each README in with the code that it shows, and with no other',
    async () => {
      const folder = temporaryFolder('npm-start');
      onTestFinished(() => folder.remove());
      const start = npmStart(folder.path, await newcomersEnvironment(folder.path));
      const url = await start.says(/^Dashboard: (\S+)$/m, PATIENCE_MS);
      const key = await start.says(/Authorization: Bearer (sandi_live_\w+)'/);
      const env = { SANDI_URL: url, SANDI_API_KEY: key };
      for (const readme of READMES) {
        const language = installed(readme);
        const right = await startLogin({ ...readme, language }, env);
        await right.type(await codeOn(right.phone, start));
        expect(await right.ends()).toContain('Logged in.');
        const wrong = await startLogin({ ...readme, language }, env);
        const code = Number(await codeOn(wrong.phone, start));
        await wrong.type(String((code + 1) % 1_000_000).padStart(6, '0'));
        expect(await wrong.ends()).toContain('Wrong code.');
      }
      expect(await stop(start)).toEqual({ code: 0, signal: null });
    },
    2 * PATIENCE_MS,
  );
});

/** As its README says where that takes a program which may be missing. */
function installed({ language, text }: Readme): Language {
  if (language.name !== 'PHP' || composer.kind === 'missing') return language;
  const [, command = ''] = /`(composer config [^`]+)`/.exec(text) ?? [];
  const folder = withComposer(command);
  return { ...language, cwd: () => folder };
}

/** What the phone shows, as the simulator draws it. */
const codeOn = (phone: string, start: Program) =>
  start.says(new RegExp(`^╭─ ${phone.replace(/^0/, '62')} [^╰]*?\\b(\\d{6})\\b`, 'm'));

/** The program, once it asks for the code that it had sent to a new phone. */
async function startLogin({ language, file, login }: Readme, env: Record<string, string>) {
  const path = putInPlace(language, file, login);
  const [program, ...args] = language.run(path);
  const child = spawn(program, args, {
    cwd: dirname(path),
    env: { PATH: process.env['PATH'], ...language.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const ended = once(child, 'close');
  const type = (text: string) =>
    new Promise<void>((resolve) => child.stdin.write(`${text}\n`, () => resolve()));
  const phone = newPhone();
  await type(phone);
  // What comes before it is asked for, readline throws away.
  await expect.poll(() => output.includes('Code: ') || child.exitCode !== null).toBe(true);
  expect(child.exitCode, output).toBeNull();
  return {
    phone,
    type,
    async ends() {
      await ended;
      return output;
    },
  };
}
