import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startTestApp } from '../support/app.js';
import { ROOT, withSdkInstalled } from './support/packed.js';
import { USER_OF_TYPES } from './support/user-of-types.js';

const GENERATOR = join(ROOT, 'dashboard/node_modules/openapi-typescript/bin/cli.js');

it('the types of the SDK hold in both module systems, and fit what the API describes', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const folder = withSdkInstalled();
  const { text } = await app.api.get('/docs/openapi.json');
  writeFileSync(join(folder, 'openapi.json'), text);
  execFileSync(process.execPath, [GENERATOR, 'openapi.json', '-o', 'schema.d.ts'], {
    cwd: folder,
    stdio: 'pipe',
  });

  const files = ['user.mts', 'user.cts'];
  for (const file of files) writeFileSync(join(folder, file), USER_OF_TYPES);
  const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'es2022', types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const check = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  expect(check.stdout).toBe('');
  expect(check.status).toBe(0);
});
