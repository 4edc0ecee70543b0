import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('the image starts the service as `npm run start:prod` does', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(read('Dockerfile')) ?? [];
  expect(`exec ${(JSON.parse(command) as string[]).join(' ')}`).toBe(scripts['start:prod']);
});

it('developers get the Node that the image has, and the hosted checks have both ends of what is promised', () => {
  const developers = read('.nvmrc').trim();
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  const bases = [...read('Dockerfile').matchAll(/^ARG \w*BASE=node:(\d+)/gm)].map(([, version]) => version);
  expect(bases).toEqual([developers, developers]);
  const [, versions = ''] = /^ +node: \[(.+)\]$/m.exec(read('.github/workflows/ci.yml')) ?? [];
  const checked = versions.split(', ').map((version) => version.replaceAll("'", ''));
  expect(checked).toEqual(['20.19', '22', '24', developers]);
  const least = engines.node.split('||').map((range) => /\d+/.exec(range)?.[0]);
  expect(checked.slice(0, 3).map((version) => version.split('.')[0])).toEqual(least);
});

it('the image has `sandi` on its path', () => {
  expect(read('Dockerfile')).toMatch(/^WORKDIR \/app\nENV .*PATH=\/app\/bin:\$PATH$/m);
  expect(read('Dockerfile')).toMatch(/^COPY bin bin$/m);
  expect(read('.dockerignore')).toMatch(/^!bin$/m);
});

it('a .env goes neither into the repository nor into the image', () => {
  const cwd = fileURLToPath(new URL('../../', import.meta.url));
  const ignored = (path: string) =>
    spawnSync('git', ['check-ignore', '--quiet', '--no-index', path], { cwd }).status;
  expect(['.env', '.env.production', 'dashboard/.env'].map(ignored)).toEqual([0, 0, 0]);
  expect(ignored('.env.example')).toBe(1);
  // The last line that matches counts, so these stand below what lets folders in.
  expect(read('.dockerignore').trimEnd().split('\n').slice(-2)).toEqual(['**/.env', '**/.env.*']);
});
