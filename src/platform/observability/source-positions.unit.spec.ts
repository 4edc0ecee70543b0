import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { expect, it, onTestFinished } from 'vitest';
import { withSourcePositions } from './source-positions.js';

const SOURCE = `interface Gone {
  one: string;
}

export function fail(given: Gone) {
  throw new Error(given.one);
}
`;

it('names the line of the source, and leaves what has no map as it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandi-sources-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { outputText, sourceMapText = '' } = ts.transpileModule(SOURCE, {
    fileName: 'failing.ts',
    compilerOptions: { sourceMap: true, module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  writeFileSync(join(folder, 'failing.js'), outputText);
  writeFileSync(join(folder, 'failing.js.map'), sourceMapText);
  const lines = outputText.split('\n');
  const line = lines.findIndex((text) => text.includes('throw')) + 1;
  const column = (lines[line - 1]?.indexOf('new Error') ?? 0) + 1;
  const url = pathToFileURL(join(folder, 'failing')).href;
  const others = `    at other (${url}-not.js:7:9)\n    at async node:internal/process:1:2`;
  expect(line).not.toBe(6);
  expect(withSourcePositions(`Error: x\n    at fail (${url}.js:${line}:${column})\n${others}`)).toBe(
    `Error: x\n    at fail (${url}.ts:6:9)\n${others}`,
  );
  expect(withSourcePositions(undefined)).toBeUndefined();
});
