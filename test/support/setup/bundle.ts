import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { temporaryFolder } from '../services/temporary-folder.js';

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url));
const FOLDER = join(DIST, 'bundle');
/** The programs that tests start as processes, by their names in `dist/bundle`. */
const PROGRAMS = {
  main: 'src/main.js',
  doctor: 'src/doctor.js',
  books: 'src/operations/books/main.js',
  accounts: 'src/accounts.js',
  leak: 'src/leak.js',
  move: 'src/move.js',
  rekey: 'src/rekey.js',
};
/** Native code, and optional dependencies of Nest. */
const LEFT_OUT = [
  /^better-sqlite3/,
  /^@node-rs\//,
  /^@nestjs\/(microservices|websockets|platform-express)/,
  /^@fastify\/(view|multipart)/,
];

/** Runs `programs.cjs` with the code cache of V8, if there is one. Node 20 has no compile cache of its own. */
const LOADER = `
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { createRequire, wrap } = require('node:module');
const { join } = require('node:path');
const { Script } = require('node:vm');
const filename = join(__dirname, 'programs.cjs');
const cache = join(__dirname, 'programs.cache');
module.exports = (name, { writesCache = false } = {}) => {
  const script = new Script(wrap(readFileSync(filename, 'utf8')), {
    filename,
    cachedData: existsSync(cache) ? readFileSync(cache) : undefined,
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(filename), module, filename, __dirname);
  if (writesCache) process.once('exit', () => writeFileSync(cache, script.createCachedData()));
  void module.exports[name]();
};
`;

/**
 * Bundles the programs into one compiled file, which Node starts with a third of the work. A startup mostly loads a
 * thousand modules, and a test run has a hundred startups. Tests of how an operator starts the service use `dist/src`.
 */
export async function bundlePrograms(): Promise<void> {
  const [built, last] = [join(DIST, 'src/main.js'), join(FOLDER, 'programs.cache')];
  if (existsSync(last) && statSync(last).mtimeMs > statSync(built).mtimeMs) return;
  mkdirSync(FOLDER, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(FOLDER, name), text);
  const all = Object.entries(PROGRAMS);
  write(
    'programs.mjs',
    all.map(([name, file]) => `export const ${name} = () => import('../${file}');\n`).join(''),
  );
  const input = join(FOLDER, 'programs.mjs');
  const bundle = await rolldown({ input, platform: 'node', external: LEFT_OUT, logLevel: 'silent' });
  await bundle.write({ file: join(FOLDER, 'programs.cjs'), format: 'cjs', codeSplitting: false });
  await bundle.close();
  // On Node 20, a script from the cache cannot use import().
  const text = readFileSync(join(FOLDER, 'programs.cjs'), 'utf8');
  write('programs.cjs', text.replace('await import(name)', '{ default: require(name) }'));
  write('load.cjs', LOADER);
  for (const [name] of all) write(`${name}.mjs`, `import load from './load.cjs';\nload('${name}');\n`);
  write('write-cache.mjs', "import load from './load.cjs';\nload('main', { writesCache: true });\n");
  await bootOnce();
}

/** Starts and stops the service, so that the cache has all code that it runs. */
async function bootOnce(): Promise<void> {
  const data = temporaryFolder('bundle');
  const service = spawn(process.execPath, [join(FOLDER, 'write-cache.mjs')], {
    // In a folder without an .env and with its own database: the checkout's may be in use.
    cwd: data.path,
    env: {
      NODE_ENV: 'test',
      PORT: '0',
      ADMIN_PASSWORD: 'admin-password',
      DATA_DIR: data.path,
      DATABASE_URL: `sqlite:${join(data.path, 'sandi.sqlite')}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  service.stdout.on('data', (text: Buffer) => {
    if (text.includes('"msg":"listening on')) service.kill('SIGTERM');
  });
  const [code] = (await once(service, 'exit')) as [number | null];
  data.remove();
  if (code !== 0) throw new Error(`The bundled service did not boot: it ended with ${code}.`);
}
