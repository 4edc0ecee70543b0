import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { atExit } from './at-exit.js';
import { locate, type Surroundings } from './find-program.js';
import { OwnProcess } from './own-process.js';

const UNPACK_TIMEOUT_MS = 1_200_000;

/** How to start `mysqld`: its arguments come after these. */
export interface MysqlProgram {
  program: string;
  args: string[];
}

/**
 * A MySQL that is not MariaDB, which many systems call `mysqld` too: the one of TEST_MYSQL_FOLDER, else the one on PATH, else
 * one beside the temporary files. A folder without one gets Debian sid, once.
 */
export async function mysqlProgram(around: Surroundings = {}): Promise<MysqlProgram> {
  const { TEST_MYSQL_FOLDER: named } = around.env ?? process.env;
  const own = locate('mysqld', around);
  if (named === undefined && own !== undefined && !versionOf(own).includes('MariaDB'))
    return { program: own, args: [] };
  const folder = named ?? join(tmpdir(), 'sandi-debian-sid');
  if (!existsSync(mysqldIn(folder))) await unpack(folder, around);
  return programIn(folder);
}

const versionOf = (program: string) => spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout;

const mysqldIn = (folder: string) => join(folder, 'usr/sbin/mysqld');

/** By the folder's own loader and libraries, so that it runs here, with files of ours, and needs no chroot. */
function programIn(folder: string): MysqlProgram {
  const libraries = join(folder, 'usr/lib');
  const machine = readdirSync(libraries).find((name) => name.endsWith('-linux-gnu')) ?? '';
  const loader = readdirSync(join(libraries, machine)).find((name) => name.startsWith('ld-linux'));
  if (loader === undefined) throw new Error(`${folder} has no loader of programs: remove it`);
  return {
    program: join(libraries, machine, loader),
    args: ['--library-path', join(libraries, machine), mysqldIn(folder)],
  };
}

/** Some minutes, and some hundred megabytes from Debian's mirror. Only a whole one gets the folder's name. */
async function unpack(folder: string, around: Surroundings): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} holds no MySQL: remove it, or let TEST_MYSQL_FOLDER name another.`);
  const debootstrap = locate('debootstrap', around);
  if (debootstrap === undefined || process.getuid?.() !== 0) {
    throw new Error(
      'No MySQL for test:mysql: set TEST_MYSQL_URL to a server on loopback, put its mysqld on PATH, ' +
        'or run this as root with debootstrap installed.',
    );
  }
  console.warn(`Unpacking Debian sid with MySQL into ${folder}: once, and it takes some minutes.`);
  const making = `${folder}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  removeAbandoned(folder);
  const remove = () => removeAll([making, logOf(making)]);
  const withdraw = atExit(remove);
  try {
    await fill(making, debootstrap);
    if (!existsSync(mysqldIn(folder))) renameSync(making, folder);
  } finally {
    remove();
    withdraw();
  }
  console.warn(`${folder} is ready, and used from now on; to get a newer MySQL, remove it.`);
}

async function fill(making: string, debootstrap: string): Promise<void> {
  await run(making, debootstrap, ['--variant=minbase', 'sid', making]);
  // Nothing that is installed there may start.
  const policy = join(making, 'usr/sbin/policy-rc.d');
  writeFileSync(policy, '#!/bin/sh\nexit 101\n');
  chmodSync(policy, 0o755);
  // A mirror's list may be older than it promises; its signature is checked all the same.
  const apt = ['chroot', making, 'apt-get', '-o', 'Acquire::Check-Valid-Until=false', '-y'];
  await run(making, 'env', ['DEBIAN_FRONTEND=noninteractive', ...apt, 'update']);
  const install = ['install', '--no-install-recommends', 'mysql-server'];
  await run(making, 'env', ['DEBIAN_FRONTEND=noninteractive', ...apt, ...install]);
}

/** What runs that were killed left half made. */
function removeAbandoned(folder: string): void {
  const siblings = readdirSync(dirname(folder)).filter((name) => name.startsWith(`${basename(folder)}.`));
  const abandoned = siblings.filter(isAbandoned);
  removeAll(abandoned.map((name) => join(dirname(folder), name)));
}

/** Whose process, by the number in its name, is no more. */
function isAbandoned(name: string): boolean {
  const pid = /\.(\d+)(\.log)?$/.exec(name)?.[1];
  if (pid === undefined) return false;
  try {
    return !process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function removeAll(paths: string[]): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}

const logOf = (making: string) => `${making}.log`;

/** What it starts and what it mounts is its own, and gone when it ends, however it ends. */
async function run(making: string, program: string, args: string[]): Promise<void> {
  const apart = ['--mount', '--pid', '--fork', '--kill-child', program, ...args];
  await new OwnProcess('unshare', apart, logOf(making)).completes(UNPACK_TIMEOUT_MS);
}
