import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, newPhone } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { codeBlock } from '../support/snippets.js';
import { type Language, LANGUAGES } from './support/languages.js';
import { ROOT } from './support/packed.js';
import { putInPlace } from './support/snippet.js';

const LINES_MAX = 20;
const BYTES_MAX = 2048;

interface Readme {
  folder: string;
  fence: string;
  file: string;
}

const READMES: Record<string, Readme> = {
  TypeScript: { folder: 'typescript', fence: 'js', file: 'login.mjs' },
  PHP: { folder: 'php', fence: 'php', file: 'login.php' },
  Python: { folder: 'python', fence: 'python', file: 'login.py' },
};
const TOLD = LANGUAGES.flatMap((language) => {
  const readme = READMES[language.name];
  return readme ? [{ name: language.name, language, ...readme }] : [];
});

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await startTestService();
  account = await createAccount(service);
});
afterAll(() => service.close());
keepBooks(() => service);

describe.each(TOLD)('the README for $name', ({ language, folder, fence, file }) => {
  const text = readFileSync(join(ROOT, 'sdk', folder, 'README.md'), 'utf8');
  const login = codeBlock(text, fence);

  it('is short, and so is its login', () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(BYTES_MAX);
    const lines = login.split('\n').filter((line) => line !== '');
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.length).toBeLessThan(LINES_MAX);
  });

  it('logs in with the code that arrived, and with no other', async () => {
    const right = await startLogin(language, file, login);
    await right.type(codeSent());
    expect(await right.ends()).toContain('Logged in.');
    const wrong = await startLogin(language, file, login);
    await wrong.type(String((Number(codeSent()) + 1) % 1_000_000).padStart(6, '0'));
    expect(await wrong.ends()).toContain('Wrong code.');
  });
});

const codeSent = () => /\d{6}/.exec(service.gateway.accepted.at(-1)?.text ?? '')?.[0] ?? '';

/** The program, once it asks for the code that it had sent to a new phone. */
async function startLogin(language: Language, file: string, login: string) {
  const [program, ...args] = language.run(putInPlace(language, file, login));
  const child = spawn(program, args, {
    cwd: language.cwd?.(),
    env: { PATH: process.env['PATH'], ...language.env, SANDI_URL: service.url, SANDI_API_KEY: account.key },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const ended = once(child, 'close');
  const type = (text: string) => answer(child, text);
  await type(newPhone());
  // What comes before it is asked for, readline throws away.
  await expect.poll(() => output.includes('Code: ') || child.exitCode !== null).toBe(true);
  expect(child.exitCode, output).toBeNull();
  return {
    type,
    async ends() {
      await ended;
      return output;
    },
  };
}

const answer = (child: ChildProcess, text: string) =>
  new Promise<void>((resolve) => child.stdin?.write(`${text}\n`, () => resolve()));
