// Writes dist/esm and dist/cjs, each with its types. Run by npm before it packs.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

rmSync(at('dist'), { recursive: true, force: true });
for (const [folder, format, type, ...more] of [
  ['esm', 'es2022', 'module'],
  // The same sources, which the first has checked.
  ['cjs', 'commonjs', 'commonjs', '--noCheck'],
]) {
  const options = [
    '--module',
    format,
    '--moduleResolution',
    'bundler',
    '--outDir',
    at(`dist/${folder}`),
    ...more,
  ];
  execFileSync(
    process.execPath,
    [tsc, '-p', at('tsconfig.json'), '--noEmit', 'false', '--declaration', ...options],
    { stdio: 'inherit' },
  );
  // What is in a .js file is said by the nearest package.json.
  writeFileSync(at(`dist/${folder}/package.json`), `${JSON.stringify({ type })}\n`);
}
