import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject, onTestFinished } from 'vitest';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
const BOOT_TIMEOUT_MS = 20_000;

const DEFAULTS = {
  NODE_ENV: 'test',
  PORT: '0',
  LOG_LEVEL: 'info',
  JWT_SECRET: 'test-jwt-secret-test-jwt-secret-test',
  DATA_KEY: 'test-data-key-test-data-key-test-data',
  GATEWAY_WEBHOOK_SECRET: 'test-webhook-secret-0001',
  ADMIN_PASSWORD: 'admin-password',
};

/** The service as it is built, in a process of its own with an environment of its own. */
export class BuiltService {
  /** All it wrote, standard output and error. */
  output = '';
  private readonly child: ChildProcess;
  private readonly ended: Promise<[code: number | null, signal: NodeJS.Signals | null]>;

  /** Killed at the end of the test that starts it, or when `atEnd` says. */
  constructor(env: Record<string, string>, atEnd: (kill: () => void) => unknown = onTestFinished) {
    const failure = inject('buildFailure');
    if (failure !== null) throw new Error(`dist could not be built:\n${failure}`);
    this.child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'], ...DEFAULTS, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.ended = once(this.child, 'close') as typeof this.ended;
    atEnd(() => void this.child.kill('SIGKILL'));
  }

  /** Its address, once it takes requests. */
  async url(): Promise<string> {
    const deadlineMs = performance.now() + BOOT_TIMEOUT_MS;
    for (;;) {
      const address = /"msg":"listening on (http:[^"]+)"/.exec(this.output)?.[1];
      if (address !== undefined) return address;
      const hasEnded = this.child.exitCode !== null || this.child.signalCode !== null;
      if (hasEnded || performance.now() > deadlineMs)
        throw new Error(`The service did not start: ${this.output}`);
      await sleep(20);
    }
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** How the process ended. */
  async exit(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    const [code, signal] = await this.ended;
    return { code, signal };
  }
}
