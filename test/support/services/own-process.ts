import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { atExit } from './at-exit.js';

const READY_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;
const PAUSE_TIMEOUT_MS = 1_000;
const POLL_MS = 50;
const LOG_TAIL_CHARACTERS = 2_000;

/** One child process, ended by its id and never by name. */
export class OwnProcess {
  private readonly child: ChildProcess;
  private readonly exited: Promise<void>;
  private readonly withdraw: () => void;

  constructor(
    program: string,
    args: readonly string[],
    private readonly logPath: string,
    env: NodeJS.ProcessEnv = process.env,
  ) {
    const log = openSync(logPath, 'a');
    const [command, ...rest] = [...deathSignal(), program, ...args] as [string, ...string[]];
    this.child = spawn(command, rest, { stdio: ['ignore', log, log], env });
    closeSync(log);
    this.exited = new Promise((resolve) => {
      this.child.once('exit', () => resolve());
      this.child.once('error', () => resolve());
    });
    this.withdraw = atExit(() => this.child.kill('SIGKILL'));
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error(`Could not start: ${this.logTail()}`);
    return this.child.pid;
  }

  get running(): boolean {
    return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** A thread that runs while the signal is sent may answer once more: returns when all of them have stopped. */
  pause(): void {
    this.child.kill('SIGSTOP');
    const deadline = performance.now() + PAUSE_TIMEOUT_MS;
    while (!this.isStopped() && performance.now() < deadline);
  }

  resume(): void {
    this.child.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    if (this.running) {
      this.resume();
      this.child.kill('SIGTERM');
      const giveUp = setTimeout(() => this.child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await this.exited;
      clearTimeout(giveUp);
    }
    this.withdraw();
  }

  /** Where there is no /proc, nobody can tell. */
  private isStopped(): boolean {
    const tasks = `/proc/${this.pid}/task`;
    if (!existsSync(tasks)) return true;
    try {
      return readdirSync(tasks).every((task) => / T /.test(readFileSync(`${tasks}/${task}/stat`, 'utf8')));
    } catch {
      // A thread has just ended.
      return false;
    }
  }

  /** Waits for a program that does its work and ends; fails when it fails or takes too long. */
  async completes(timeoutMs: number): Promise<void> {
    const giveUp = setTimeout(() => this.child.kill('SIGKILL'), timeoutMs);
    await this.exited;
    clearTimeout(giveUp);
    this.withdraw();
    if (this.child.exitCode !== 0) throw new Error(`${this.child.spawnfile} failed. ${this.logTail()}`);
  }

  /** Asks again and again until the server answers; false when it ended first. */
  async answers(probe: () => Promise<unknown>): Promise<boolean> {
    const deadline = performance.now() + READY_TIMEOUT_MS;
    for (;;) {
      if (!this.running) return false;
      const failure = await probe().then(
        () => null,
        (error: unknown) => error,
      );
      if (failure === null) return true;
      if (performance.now() > deadline) {
        throw new Error(`No answer within ${READY_TIMEOUT_MS} ms. ${this.logTail()}`, { cause: failure });
      }
      await sleep(POLL_MS);
    }
  }

  logTail(): string {
    return `Its log ends:\n${readFileSync(this.logPath, 'utf8').slice(-LOG_TAIL_CHARACTERS)}`;
  }
}

let prefix: readonly string[] | undefined;

/** On Linux the kernel ends the server with us, even when we are killed with SIGKILL. */
function deathSignal(): readonly string[] {
  const wrapper = ['setpriv', '--pdeathsig', 'KILL'] as const;
  prefix ??= spawnSync(wrapper[0], [...wrapper.slice(1), 'true']).status === 0 ? wrapper : [];
  return prefix;
}
