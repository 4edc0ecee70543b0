import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Daemons often live where an ordinary user's PATH does not look. */
const SBIN_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

const SAID = Symbol.for('sandi.test.said');

const PROGRAMS = {
  mariadb: {
    files: ['mariadbd', 'mariadb-install-db'],
    package: 'mariadb-server',
    urlVariable: 'TEST_MYSQL_URL',
  },
  redis: { files: ['redis-server'], package: 'redis-server', urlVariable: 'TEST_REDIS_URL' },
  'mariadb-client': { files: ['mariadb', 'mariadb-dump'], package: 'mariadb-client', urlVariable: null },
  nginx: { files: ['nginx', 'openssl'], package: 'nginx-light', urlVariable: null },
  caddy: { files: ['caddy', 'openssl'], package: 'caddy', urlVariable: null },
  kubectl: { files: ['kubectl'], package: 'kubernetes-client', urlVariable: null },
  'systemd-analyze': { files: ['systemd-analyze'], package: 'systemd', urlVariable: null },
  chromium: {
    files: ['chromium'],
    lighter: 'chromium-headless-shell',
    package: 'chromium-headless-shell',
    urlVariable: null,
  },
  php: { files: ['php'], package: 'php-cli', urlVariable: null },
  composer: { files: ['composer'], package: 'composer', urlVariable: null },
  go: { files: ['go'], package: 'golang-go', urlVariable: null },
  python: { files: ['python3'], package: 'python3', urlVariable: null },
  bun: { files: ['bun'], package: null, urlVariable: null },
  deno: { files: ['deno'], package: null, urlVariable: null },
  workerd: { files: ['workerd'], package: null, urlVariable: null },
} as const satisfies Record<string, ProgramSpec>;

interface ProgramSpec {
  files: readonly [string, ...string[]];
  /** Does as well for less, where it is there. */
  lighter?: string;
  /** Of Debian; null: npm has it, by the same name. */
  package: string | null;
  urlVariable: string | null;
}

export type ProgramName = keyof typeof PROGRAMS;
export type ServiceName = 'mariadb' | 'redis';
export type Missing = { kind: 'missing'; reason: string };
export type FoundProgram = { kind: 'program'; path: string } | Missing;
export type FoundService = { kind: 'url'; url: string } | FoundProgram;

/** Where to look and whom to tell; only the tests of this file pass anything. */
export interface Surroundings {
  env?: NodeJS.ProcessEnv;
  sbin?: readonly string[];
  say?: (line: string) => void;
}

/** The path of an executable on PATH or in an sbin folder. */
export function locate(file: string, around: Surroundings = {}): string | undefined {
  const { env = process.env, sbin = SBIN_FOLDERS } = around;
  const folders = [...(env.PATH ?? '').split(delimiter).filter(Boolean), ...sbin];
  return folders.map((folder) => join(folder, file)).find(isExecutable);
}

export function isCi(env: NodeJS.ProcessEnv = process.env): boolean {
  return env.CI === 'true' || env.CI === '1';
}

/** The program itself, whatever TEST_*_URL says: for tests that start, pause or stop it. */
export function findProgram(name: ProgramName, around: Surroundings = {}): FoundProgram {
  const spec: ProgramSpec = PROGRAMS[name];
  const lighter = spec.lighter && locate(spec.lighter, around);
  if (lighter) return { kind: 'program', path: lighter };
  const absent = spec.files.filter((file) => locate(file, around) === undefined);
  const path = locate(spec.files[0], around);
  if (path !== undefined && absent.length === 0) return { kind: 'program', path };
  const reason =
    `Skipped what needs ${name}: ${absent.join(' and ')} not found on PATH or in /usr/sbin; ` +
    `get it with "${spec.package === null ? `npm install --global ${name}` : `apt-get install ${spec.package}`}".`;
  return { kind: 'missing', reason };
}

/** A running service named by TEST_*_URL, or else the program to start one with. */
export function findService(name: ServiceName, around: Surroundings = {}): FoundService {
  const { urlVariable } = PROGRAMS[name];
  const url = (around.env ?? process.env)[urlVariable];
  if (url) return { kind: 'url', url: onLoopback(url, urlVariable) };
  const found = findProgram(name, around);
  if (found.kind === 'program') return found;
  return { kind: 'missing', reason: found.reason.replace(/\.$/, ` or set ${urlVariable}.`) };
}

/** As `findProgram`, but absence is said aloud in one line, and is a failure under CI=true. */
export function requireProgram(name: ProgramName, around: Surroundings = {}): FoundProgram {
  return insist(findProgram(name, around), around);
}

/** As `findService`, but absence is said aloud in one line, and is a failure under CI=true. */
export function requireService(name: ServiceName, around: Surroundings = {}): FoundService {
  return insist(findService(name, around), around);
}

/** As `findProgram`, but absence is said aloud in one line; for what CI may go without. */
export function wishForProgram(name: ProgramName): FoundProgram {
  const found = findProgram(name);
  if (found.kind === 'missing') sayOnce(found.reason);
  return found;
}

function insist<F extends FoundService>(found: F, { env, say = sayOnce }: Surroundings): F {
  if (found.kind !== 'missing') return found;
  if (isCi(env)) throw new Error(`${found.reason} Under CI=true a skip is a failure.`);
  say(found.reason);
  return found;
}

/** Once per process: vitest loads its config, and so this file, anew for each project. */
export function sayOnce(line: string): void {
  const memory = globalThis as { [SAID]?: Set<string> };
  const said = (memory[SAID] ??= new Set());
  if (!said.has(line)) console.warn(line);
  said.add(line);
}

/** Tests send traffic to loopback only, so they refuse a service that is elsewhere. */
export function onLoopback(url: string, variable: string): string {
  const { hostname } = new URL(url);
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return url;
  throw new Error(`${variable} must name a loopback address, not ${hostname}.`);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
