import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/services/temporary-folder.js';

const SCRIPT = fileURLToPath(new URL('../../scripts/slim.mjs', import.meta.url));

const STAYS = [
  'node_modules/plain/index.js',
  'node_modules/plain/LICENSE.md',
  'node_modules/plain/src/main.js',
  'node_modules/plain/build/main.cjs',
  'node_modules/plain/typescript/reads.js',
  'node_modules/@of/one/node_modules/inner/index.mjs',
  'node_modules/native/binding.gyp',
  'node_modules/native/lib/index.js',
  'node_modules/native/build/Release/native.node',
  `node_modules/native/prebuilds/${process.platform}-${process.arch}.node`,
  `node_modules/native/prebuilds/${process.platform}musl-${process.arch}.node`,
];
const GOES = [
  'node_modules/typescript/lib/tsc.js',
  'node_modules/@types/node/package.json',
  'node_modules/plain/index.js.map',
  'node_modules/plain/index.d.ts',
  'node_modules/plain/index.d.mts',
  'node_modules/@of/one/node_modules/inner/index.ts',
  'node_modules/node-addon-api/napi.h',
  'node_modules/native/deps/big.c',
  'node_modules/native/src/native.cpp',
  'node_modules/native/build/Makefile',
  'node_modules/native/prebuilds/win32-arm64.node',
  `node_modules/native/prebuilds/${process.platform}-s390x.node`,
  'node_modules/native/build/Release/obj.target/native.node',
  'node_modules/native/build/Release/native.a',
];

it('the image keeps of its libraries what runs, and their licences', () => {
  const folder = temporaryFolder('slim');
  onTestFinished(() => folder.remove());
  for (const file of [...STAYS, ...GOES]) {
    mkdirSync(dirname(join(folder.path, file)), { recursive: true });
    writeFileSync(join(folder.path, file), '');
  }
  expect(spawnSync(process.execPath, [SCRIPT], { cwd: folder.path, encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  });
  const left = readdirSync(folder.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.path.length + 1));
  expect(left.toSorted()).toEqual(STAYS.toSorted());
});
