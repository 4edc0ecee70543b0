import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { BuiltService } from '../support/built-service.js';
import { quietPort } from '../support/services/quiet-port.js';
import { temporaryFolder } from '../support/services/temporary-folder.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BOOT_TIMEOUT_MS = 60_000;
/** More than the system keeps for a reader, by far. */
const REQUESTS = 4000;
const AT_ONCE = 50;

/** A signal to fault as a defect of ours would. */
const CRASH_ON_SIGNAL = `process.on("SIGUSR2", () => { throw new Error("boom"); });`;

const SECRETS = {
  JWT_SECRET: 'test-jwt-secret-9Qm4vTz7Rk2Wp8XbL5cN',
  DATA_KEY: 'test-data-key-Zs6hYd3Gf9Ju1Ke7Ma0Vt',
  GATEWAY_WEBHOOK_SECRET: 'test-webhook-7cWq2Lx9',
  ADMIN_PASSWORD: 'admin-password',
};

type Output = 'full disk' | 'nobody reads' | 'closed';

/** A program of ours whose output goes nowhere. */
function run(
  file: string,
  output: Output,
  env: Record<string, string> = {},
  args: string[] = [],
): ChildProcess {
  const failure = inject('buildFailure');
  if (failure !== null) throw new Error(`dist could not be built:\n${failure}`);
  const target = output === 'full disk' ? openSync('/dev/full', 'w') : 'pipe';
  const child = spawn(process.execPath, [join(ROOT, file), ...args], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', SHUTDOWN_DELAY_MS: '0', ...SECRETS, ...env },
    stdio: ['ignore', target, target],
  });
  if (typeof target === 'number') closeSync(target);
  if (output === 'closed') for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** The service, once it takes requests. */
async function service(output: Output, env: Record<string, string> = {}) {
  const folder = temporaryFolder('output');
  onTestFinished(() => folder.remove());
  const port = await quietPort();
  const child = run('dist/bundle/main.mjs', output, {
    DATA_DIR: folder.path,
    DATABASE_URL: `sqlite:${join(folder.path, 'otp.sqlite')}`,
    PORT: String(port),
    ...env,
  });
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(() => isLive(url), { timeout: BOOT_TIMEOUT_MS }).toBe(true);
  return { child, url };
}

const isLive = (url: string) =>
  fetch(`${url}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );

async function droppedBy(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^sandi_log_lines_dropped_total (\d+)$/m.exec(text)?.[1]);
}

async function endOf(child: ChildProcess) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return { code: child.exitCode, signal: child.signalCode };
}

const runs = inject('engine') === 'sqlite' && process.platform === 'linux';

describe.runIf(runs)('a service whose log cannot be written', { timeout: 120_000 }, () => {
  it.each(['full disk', 'closed'] as const)(
    '(%s) serves, counts the lines, and stops on SIGTERM',
    async (output) => {
      const { child, url } = await service(output);
      const before = await droppedBy(url);
      expect(before).toBeGreaterThan(0);
      await expect(await fetch(`${url}/nowhere`)).toAnswer(404);
      expect(await droppedBy(url)).toBeGreaterThan(before);
      child.kill('SIGTERM');
      expect(await endOf(child)).toEqual({ code: 0, signal: null });
    },
  );

  it.each(['full disk', 'closed', 'nobody reads'] as const)('(%s) ends after a crash', async (output) => {
    const { child } = await service(output, {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CRASH_ON_SIGNAL)}`,
    });
    child.kill('SIGUSR2');
    expect(await endOf(child)).toEqual({ code: 1, signal: null });
  });

  it.each(['json', 'short'])('serves and stops while nobody reads its %s lines', async (format) => {
    const { child, url } = await service('nobody reads', { LOG_LEVEL: 'trace', LOG_FORMAT: format });
    let left = REQUESTS;
    const ask = async () => {
      while (left-- > 0) await expect(await fetch(`${url}/nowhere`)).toAnswer(404);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    expect(await isLive(url)).toBe(true);
    child.kill('SIGTERM');
    expect(await endOf(child)).toEqual({ code: 0, signal: null });
  });

  it('writes every line to a reader that reads, to the last', async () => {
    const folder = temporaryFolder('output');
    onTestFinished(() => folder.remove());
    const reading = new BuiltService({
      DATA_DIR: folder.path,
      DATABASE_URL: `sqlite:${join(folder.path, 'otp.sqlite')}`,
    });
    const url = await reading.url();
    await fetch(`${url}/nowhere`);
    await expect.poll(() => reading.output).toContain('"route":"(unknown)"');
    reading.signal('SIGTERM');
    expect(await reading.exit()).toEqual({ code: 0, signal: null });
    expect(reading.output.trimEnd().split('\n').at(-1)).toContain('"msg":"stopped"');
  });
});

describe.runIf(runs)('a program whose output cannot be written', { timeout: 60_000 }, () => {
  const PROGRAMS: [file: string, args: string[], code: number][] = [
    ['dist/bundle/doctor.mjs', ['--help'], 1],
    ['dist/bundle/doctor.mjs', [], 1],
    ['dist/bundle/books.mjs', [], 2],
    ['dist/bundle/accounts.mjs', ['unlock', 'admin'], 1],
  ];

  it.each(PROGRAMS)('%s %j ends as a failure, at once', async (file, args, code) => {
    const folder = temporaryFolder('output');
    onTestFinished(() => folder.remove());
    const env = { DATA_DIR: folder.path, DATABASE_URL: `sqlite:${join(folder.path, 'otp.sqlite')}` };
    const made = new BuiltService(env);
    await made.url();
    made.signal('SIGTERM');
    await made.exit();
    for (const output of ['full disk', 'closed'] as const)
      expect(await endOf(run(file, output, env, args)), output).toEqual({ code, signal: null });
  });
});
