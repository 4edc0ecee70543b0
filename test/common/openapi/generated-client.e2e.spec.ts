import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.js';
import { complaintsOf } from '../../support/compile.js';
import { DOCUMENT_PATHS } from '../../support/openapi.js';
import { codeBlock, sectionOf } from '../../support/snippets.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

interface Generator {
  default: (document: object) => Promise<unknown>;
  astToString: (ast: unknown) => string;
}

/** openapi-typescript is a package of the dashboard. */
async function typesOf(path: string): Promise<string> {
  const dashboard = createRequire(new URL('../../../dashboard/package.json', import.meta.url));
  const generator = (await import(pathToFileURL(dashboard.resolve('openapi-typescript')).href)) as Generator;
  const document = (await (await fetch(test.url + path)).json()) as object;
  return generator.astToString(await generator.default(document));
}

const complaints = (files: Record<string, string>) =>
  complaintsOf(HERE, files, { lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'] });

const documented = () => {
  const text = readFileSync(new URL('../../../docs/integrating.md', import.meta.url), 'utf8');
  return codeBlock(sectionOf(text, '## Generated clients'), 'ts');
};

it('takes the documented minimal send, and nothing less', async () => {
  const schema = await typesOf(DOCUMENT_PATHS[0] ?? '');
  const main = documented();
  expect(main).toContain("'/api/otp/send'");
  expect(complaints({ 'schema.d.ts': schema, 'main.ts': main })).toEqual([]);
  const without = main.replace(/otp_code: .+?, /, '');
  expect(without).not.toBe(main);
  expect(complaints({ 'schema.d.ts': schema, 'main.ts': without }).join()).toContain('otp_code');
});

it.each(DOCUMENT_PATHS)('has types that compile: %s', async (path) => {
  expect(complaints({ 'schema.d.ts': await typesOf(path) })).toEqual([]);
});
