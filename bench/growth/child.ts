import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const SAYS_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
const OUTPUT_MAX = 20_000;

/** A program that runs beside this one and ends with it. */
export class Child {
  private output = '';
  private readonly child: ChildProcess;
  private readonly exited: Promise<unknown>;

  constructor(command: string, args: readonly string[], env: Record<string, string> = {}) {
    const [file, ...rest] = [...deathSignal(), command, ...args] as [string, ...string[]];
    this.child = spawn(file, rest, {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output = (this.output + text).slice(-OUTPUT_MAX);
      });
    this.exited = once(this.child, 'close');
    process.once('exit', () => this.child.kill('SIGKILL'));
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Asks again and again until the answer is not `undefined`. */
  async until<T>(ask: (output: string) => Promise<T | undefined> | T | undefined): Promise<T> {
    const deadlineMs = performance.now() + SAYS_TIMEOUT_MS;
    for (;;) {
      const found = await ask(this.output);
      if (found !== undefined) return found;
      if (!this.running || performance.now() > deadlineMs)
        throw new Error(`It did not start:\n${this.output}`);
      await sleep(POLL_MS);
    }
  }

  /** Waits for a program that does its work and ends; fails unless with 0. Returns what it wrote. */
  async completes(): Promise<string> {
    await this.exited;
    if (this.child.exitCode !== 0) throw new Error(`It failed:\n${this.output}`);
    return this.output;
  }

  async stop(): Promise<void> {
    if (this.running) this.child.kill('SIGTERM');
    await this.exited;
  }
}

/** On Linux the kernel ends the program with us, however we end. */
function deathSignal(): readonly string[] {
  const wrapper = ['setpriv', '--pdeathsig', 'KILL'] as const;
  return spawnSync(wrapper[0], [...wrapper.slice(1), 'true']).status === 0 ? wrapper : [];
}
