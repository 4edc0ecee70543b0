import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.js';
import { DOCUMENT_PATHS } from '../support/openapi.js';

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
  const dashboard = createRequire(new URL('../../dashboard/package.json', import.meta.url));
  const generator = (await import(pathToFileURL(dashboard.resolve('openapi-typescript')).href)) as Generator;
  const document = (await (await fetch(test.url + path)).json()) as object;
  return generator.astToString(await generator.default(document));
}

/** What a strict compiler says of files that exist in memory only. */
function complaintsOf(files: Record<string, string>): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  };
  const inMemory = (name: string) => (name.startsWith(HERE) ? files[name.slice(HERE.length)] : undefined);
  const host = ts.createCompilerHost(options);
  host.readFile = (name) => inMemory(name) ?? ts.sys.readFile(name);
  host.fileExists = (name) => inMemory(name) !== undefined || ts.sys.fileExists(name);
  host.getSourceFile = (name, version) => {
    const text = host.readFile(name);
    return text === undefined ? undefined : ts.createSourceFile(name, text, version);
  };
  const names = Object.keys(files).map((name) => HERE + name);
  return ts
    .getPreEmitDiagnostics(ts.createProgram(names, options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const documented = () => {
  const text = readFileSync(new URL('../../docs/integrating.md', import.meta.url), 'utf8');
  return /## Generated clients[^]*?```ts\n([^]*?)```/.exec(text)?.[1] ?? '';
};

it('takes the documented minimal send, and nothing less', async () => {
  const schema = await typesOf(DOCUMENT_PATHS[0] ?? '');
  const main = documented();
  expect(main).toContain("'/api/otp/send'");
  expect(complaintsOf({ 'schema.d.ts': schema, 'main.ts': main })).toEqual([]);
  const without = main.replace(/otp_code: .+?, /, '');
  expect(without).not.toBe(main);
  expect(complaintsOf({ 'schema.d.ts': schema, 'main.ts': without }).join()).toContain('otp_code');
});

it.each(DOCUMENT_PATHS)('has types that compile: %s', async (path) => {
  expect(complaintsOf({ 'schema.d.ts': await typesOf(path) })).toEqual([]);
});
