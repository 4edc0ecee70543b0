import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inject, onTestFinished } from 'vitest';

const SAYS_TIMEOUT_MS = 60_000;

interface ProgramOptions {
  args?: string[];
  /** Where it runs: a .env there may count. */
  cwd?: string;
  /** What standard input has; nothing by default. */
  input?: string;
}

/** A program of ours in a process of its own, with an environment of its own. */
export class Program {
  /** All it wrote, standard output and error. */
  output = '';
  private readonly child: ChildProcess;
  private readonly ended: Promise<[code: number | null, signal: NodeJS.Signals | null]>;

  /** @param file from the root of the project; what is in `dist` was built before the tests */
  constructor(file: string, env: Record<string, string>, { args = [], cwd, input }: ProgramOptions = {}) {
    const failure = inject('buildFailure');
    if (failure !== null) throw new Error(`dist could not be built:\n${failure}`);
    const program = fileURLToPath(new URL(`../../${file}`, import.meta.url));
    this.child = spawn(process.execPath, [program, ...args], {
      cwd,
      env: { PATH: process.env['PATH'], ...env },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    this.child.stdin?.end(input);
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.ended = once(this.child, 'close') as typeof this.ended;
    onTestFinished(() => void this.child.kill('SIGKILL'));
  }

  /** Waits until its output matches; returns the first group. */
  async says(pattern: RegExp, timeoutMs = SAYS_TIMEOUT_MS): Promise<string> {
    const deadlineMs = performance.now() + timeoutMs;
    for (;;) {
      const found = pattern.exec(this.output);
      if (found) return found[1] ?? '';
      const hasEnded = this.child.exitCode !== null || this.child.signalCode !== null;
      if (hasEnded || performance.now() > deadlineMs)
        throw new Error(`It never said ${String(pattern)}: ${this.output}`);
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
