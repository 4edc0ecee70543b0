import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { atExit } from '../support/services/at-exit.js';

const MAIN = fileURLToPath(new URL('../../dist/bundle/main.mjs', import.meta.url));
const BOOT_TIMEOUT_MS = 90_000;
const OUTPUT_MAX = 20_000;

/** On Linux the kernel ends the service with us, even when we are killed with SIGKILL. */
const WITH_US = ['setpriv', '--pdeathsig', 'KILL'] as const;
const hasSetpriv = spawnSync(WITH_US[0], [...WITH_US.slice(1), 'true']).status === 0;

/** The built service as a child process that is there to be killed. Ended by its id, whatever becomes of the test. */
export class ServiceProcess {
  private output = '';
  private readonly child: ChildProcess;
  private readonly ended: Promise<void>;
  private readonly withdraw: () => void;

  constructor(env: Record<string, string>) {
    const failure = inject('buildFailure');
    if (failure !== null) throw new Error(`dist could not be built:\n${failure}`);
    // Without source maps: reading those of every module is a sixth of a boot, and there are hundreds of boots.
    const node = [process.execPath, MAIN];
    const [program, ...args] = hasSetpriv ? [...WITH_US, ...node] : node;
    this.child = spawn(program ?? '', args, {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream
        ?.setEncoding('utf8')
        .on('data', (text: string) => (this.output = (this.output + text).slice(-OUTPUT_MAX)));
    this.ended = new Promise((resolve) => {
      this.child.once('close', () => resolve());
      this.child.once('error', () => resolve());
    });
    this.withdraw = atExit(() => this.child.kill('SIGKILL'));
    void this.ended.then(this.withdraw);
  }

  /** The last that it wrote. */
  get log(): string {
    return this.output;
  }

  get alive(): boolean {
    return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** True when it ended by SIGKILL: a failpoint's, or ours. */
  get wasKilled(): boolean {
    return this.child.signalCode === 'SIGKILL';
  }

  /** Resolves once it takes requests; false when it ended before. */
  async ready(url: string): Promise<boolean> {
    const deadlineMs = performance.now() + BOOT_TIMEOUT_MS;
    while (this.alive) {
      const isUp = await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(1000) }).then(
        (answer) => answer.ok,
        () => false,
      );
      if (isUp) return true;
      if (performance.now() > deadlineMs) throw new Error(`The service did not start:\n${this.output}`);
      await sleep(25);
    }
    return false;
  }

  /** Lets a held failpoint count from now on. */
  arm(): void {
    this.child.kill('SIGUSR2');
  }

  /** Ends it with nothing flushed. */
  async kill(): Promise<void> {
    if (this.alive) this.child.kill('SIGKILL');
    await this.ended;
  }

  /** Waits for its end; false when it is still there after the time. */
  async died(timeoutMs: number): Promise<boolean> {
    const timeout = new AbortController();
    const isOver = await Promise.race([
      this.ended.then(() => true),
      sleep(timeoutMs, false, { signal: timeout.signal }).catch(() => false),
    ]);
    timeout.abort();
    return isOver;
  }
}
