import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type ProgramName, requireProgram } from '../../support/services/find-program.js';
import { GO_ALONE } from '../../support/snippets.js';
import { ROOT, withSdkInstalled } from './packed.js';

export interface Told {
  waits: number[];
  value?: unknown;
  error?: { class: string; code: string; message: string; [member: string]: unknown };
}

export interface SdkCall {
  url: string;
  key: string;
  /** Seconds. */
  timeout: number;
  /** `send`, `messages.get`. */
  call: string;
  args: object;
}

export interface Language {
  name: string;
  needs?: ProgramName;
  /** Where a connection ends it may send a GET again by itself. */
  repeatsReads?: boolean;
  /** It says the same of a connection that was refused as of one that was cut: then nobody knows. */
  tellsNoRefusal?: boolean;
  /** Its interpreter on a program. */
  run: (program: string) => [program: string, ...args: string[]];
  runner: string[];
  env?: Record<string, string>;
  cwd?: () => string;
}

const runnerIn = (file: string) => join(ROOT, 'test/sdk/runners', file);
const RUNTIME = { repeatsReads: true, runner: ['run.mjs'], cwd: withSdkInstalled };
const PYTHON = {
  needs: 'python',
  run: (program: string): [string, ...string[]] => ['python3', program],
  env: { PYTHONPATH: join(ROOT, 'sdk/python'), PYTHONDONTWRITEBYTECODE: '1' },
} as const;

const ALL: Language[] = [
  {
    name: 'TypeScript',
    run: (program) => [process.execPath, program],
    runner: ['run.mjs'],
    cwd: withSdkInstalled,
  },
  {
    ...RUNTIME,
    name: 'TypeScript, Bun',
    needs: 'bun',
    run: (program) => ['bun', program],
  },
  {
    ...RUNTIME,
    name: 'TypeScript, Deno',
    needs: 'deno',
    run: (program) => ['deno', 'run', '--allow-net=127.0.0.1', program],
    env: { DENO_NO_UPDATE_CHECK: '1' },
  },
  {
    ...RUNTIME,
    name: 'TypeScript, workerd',
    needs: 'workerd',
    run: (program) => [process.execPath, program],
    runner: ['run-workerd.mjs'],
    tellsNoRefusal: true,
  },
  { name: 'PHP', needs: 'php', run: (program) => ['php', program], runner: [runnerIn('run.php')] },
  { name: 'Python', ...PYTHON, runner: [runnerIn('run.py')] },
  { name: 'Python, asyncio', ...PYTHON, runner: [runnerIn('run.py'), 'async'] },
];

/** Those that can be run here; what is missing is said in one line. */
export const LANGUAGES = ALL.filter(
  ({ needs }) => needs === undefined || requireProgram(needs).kind === 'program',
);

/** Without an SDK: its standard library is enough. */
export const GO: Language = {
  name: 'Go',
  run: (program) => ['go', 'run', program],
  runner: [],
  env: { ...GO_ALONE, HOME: process.env['HOME'] ?? '' },
};

/** An SDK in a process of its own language: a line asks, a line answers. */
export class Sdk {
  private readonly child: ChildProcess;
  private readonly answers: AsyncIterator<string>;
  private complaints = '';

  constructor({ run, runner: [program = '', ...options], env, cwd }: Language) {
    const [interpreter, ...args] = run(program);
    this.child = spawn(interpreter, [...args, ...options], {
      cwd: cwd?.(),
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.child.stderr?.on('data', (text: Buffer) => (this.complaints += text.toString()));
    this.answers = createInterface({ input: this.child.stdout! })[Symbol.asyncIterator]();
  }

  call = (call: SdkCall) => this.ask('call', call) as Promise<Told>;
  verify = (webhook: object) => this.ask('verify', webhook) as Promise<{ event?: unknown; refused?: string }>;
  names = () => this.ask('names', {}) as Promise<{ test_numbers: Record<string, string> }>;

  async close(): Promise<void> {
    this.child.stdin?.end();
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
  }

  private async ask(operation: string, request: object): Promise<unknown> {
    this.child.stdin?.write(`${JSON.stringify({ operation, ...request })}\n`);
    const { value, done } = await this.answers.next();
    if (done) throw new Error(`The runner ended: ${this.complaints}`);
    return JSON.parse(value) as unknown;
  }
}
