import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { read } from '../repository/tables.js';
import { startTestApp } from '../support/app.js';
import { ROOT, withSdkInstalled } from './support/packed.js';
import { USER_OF_TYPES } from './support/user-of-types.js';

const GENERATOR = join(ROOT, 'dashboard/node_modules/openapi-typescript/bin/cli.js');
/** The schemas of the responses that the SDKs return. */
const RESPONSES = [
  'SendResult',
  'CreditView',
  'FoundMessages',
  'MessageTimeline',
  'SentVerification',
  'CreatedInboundVerification',
  'CheckedVerification',
  'FoundVerifications',
];

let document: string;

beforeAll(async () => {
  const app = await startTestApp();
  document = (await app.api.get('/docs/openapi.json')).text;
  await app.close();
});

it('the types of the TypeScript SDK hold in both module systems, and fit the API without lacking a member', () => {
  const folder = withSdkInstalled();
  writeFileSync(join(folder, 'openapi.json'), document);
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

describe('the other SDKs', () => {
  const sources = {
    Python: ['python/sandi/types.py'],
    PHP: ['Sandi', 'Messages', 'Verifications'].map((name) => `php/src/${name}.php`),
  };

  it.each(Object.entries(sources))('%s names every member of a response', (_language, files) => {
    const words = new Set(files.flatMap((file) => read(`sdk/${file}`).match(/\w+/g) ?? []));
    for (const response of RESPONSES) {
      const members = membersOf(response);
      expect(members, response).not.toEqual([]);
      expect(
        members.filter((member) => !words.has(member)),
        response,
      ).toEqual([]);
    }
  });
});

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** Members of a response at any depth. The SDKs leave the members of events open. */
function membersOf(name: string): string[] {
  const { components } = JSON.parse(document) as { components: { schemas: Record<string, Schema> } };
  const inside = ({ $ref, properties = {}, items }: Schema): string[] => {
    if ($ref !== undefined) return membersOf(basename($ref));
    const { events: _, ...others } = properties;
    const parts = [...Object.values(others), ...(items ? [items] : [])];
    return [...Object.keys(properties), ...parts.flatMap(inside)];
  };
  return inside(components.schemas[name] ?? {});
}
