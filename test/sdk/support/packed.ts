import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atExit } from '../../support/services/at-exit.js';
import { temporaryFolder } from '../../support/services/temporary-folder.js';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SOURCE = ['package.json', 'tsconfig.json', 'build.mjs', 'README.md', 'LICENSE', 'src'];

/** It asks nobody: neither a registry nor whoever starts it as root. */
export const COMPOSER_ALONE = {
  COMPOSER_DISABLE_NETWORK: '1',
  COMPOSER_NO_INTERACTION: '1',
  COMPOSER_ALLOW_SUPERUSER: '1',
};

let installed: string | undefined;

/** A folder in which the TypeScript SDK is installed from its tarball, as somebody who uses it has it. */
export function withSdkInstalled(): string {
  return (installed ??= install());
}

function install(): string {
  const folder = temporaryFolder('sdk');
  atExit(() => folder.remove());
  const [source, user] = [join(folder.path, 'source'), join(folder.path, 'user')];
  mkdirSync(source);
  mkdirSync(user);
  // A copy: several may be built at once.
  for (const file of SOURCE)
    cpSync(join(ROOT, 'sdk/typescript', file), join(source, file), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(source, 'node_modules'));
  npm(source, 'pack', '--pack-destination', user);
  const [tarball = ''] = readdirSync(user);
  writeFileSync(join(user, 'package.json'), '{"private":true}');
  npm(user, 'install', '--offline', '--no-audit', '--no-fund', `./${tarball}`);
  const runners = join(ROOT, 'test/sdk/runners');
  for (const file of readdirSync(runners).filter((each) => each.endsWith('.mjs')))
    copyFileSync(join(runners, file), join(user, file));
  return user;
}

/** A folder in which Composer installed the PHP SDK by a command of its README, and without any registry. */
export function withComposer(command: string): string {
  const folder = temporaryFolder('composer');
  atExit(() => folder.remove());
  const [home, user] = [join(folder.path, 'home'), join(folder.path, 'user')];
  for (const each of [home, user]) mkdirSync(each);
  writeFileSync(join(home, 'config.json'), '{"repositories":{"packagist.org":false}}');
  writeFileSync(join(user, 'composer.json'), '{}');
  const env = { PATH: process.env['PATH'], HOME: home, COMPOSER_HOME: home, ...COMPOSER_ALONE };
  execFileSync('sh', ['-c', command.replace('<path>', ROOT)], { cwd: user, env, stdio: 'pipe' });
  return user;
}

function npm(cwd: string, ...args: string[]): void {
  execFileSync('npm', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
}
