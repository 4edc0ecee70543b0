import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Our own code with the decorators' metadata that tsconfig.json asks for, types not checked; libraries stay outside. */
export const BUNDLE = {
  cwd: ROOT,
  platform: 'node',
  tsconfig: 'tsconfig.json',
  external: /^(?!@oxc-project\/)[@a-z]/,
  logLevel: 'warn',
};
/** Entities and migrations are known by the names of their classes. */
export const OUTPUT = { format: 'esm', keepNames: true, sourcemap: true };

/** Modules of the project as they are now, which takes a tenth of a build: what they share they have once. */
export async function importSources(name, ...files) {
  const dir = new URL(`../dist/dev/${name}/`, import.meta.url);
  const bundle = await rolldown({
    ...BUNDLE,
    input: Object.fromEntries(files.map((file, at) => [at, file])),
  });
  await bundle.write({ ...OUTPUT, dir: fileURLToPath(dir), cleanDir: true });
  await bundle.close();
  return Promise.all(files.map((_, at) => import(new URL(`${at}.js`, dir).href)));
}
