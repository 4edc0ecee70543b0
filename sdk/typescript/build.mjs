// Writes dist/esm and dist/cjs, each with its types. Run by npm before it packs. Works with TypeScript 5.4 to 6.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const require = createRequire(import.meta.url);
const ts = require('typescript');
const [esm, cjs] = [at('dist/esm'), at('dist/cjs')];

rmSync(at('dist'), { recursive: true, force: true });
// Checks the sources, and writes ES modules and all types.
execFileSync(
  process.execPath,
  [
    require.resolve('typescript/bin/tsc'),
    ...['-p', at('tsconfig.json'), '--noEmit', 'false', '--declaration', '--outDir', esm],
  ],
  { stdio: 'inherit' },
);

// Writes the same as CommonJS. No options of TypeScript do this in both versions 5 and 6.
mkdirSync(cjs);
for (const file of readdirSync(esm)) {
  if (file.endsWith('.d.ts')) cpSync(join(esm, file), join(cjs, file));
  else {
    const { outputText } = ts.transpileModule(readFileSync(join(esm, file), 'utf8'), {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    writeFileSync(join(cjs, file), outputText);
  }
}
// Node.js reads from the nearest package.json whether a .js file is an ES module or CommonJS.
writeFileSync(join(esm, 'package.json'), '{"type":"module"}\n');
writeFileSync(join(cjs, 'package.json'), '{"type":"commonjs"}\n');
