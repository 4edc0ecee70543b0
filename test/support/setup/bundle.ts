import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { temporaryFolder } from '../services/temporary-folder.js';

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url));
const FOLDER = join(DIST, 'bundle');
/** What tests start as processes of their own, by its name in `dist/bundle`. */
const PROGRAMS = {
  main: 'src/main.js',
  doctor: 'src/doctor.js',
  books: 'src/operations/books/main.js',
  accounts: 'src/accounts.js',
  leak: 'src/leak.js',
  move: 'src/move.js',
  rekey: 'src/rekey.js',
};
/** Native code, and what Nest asks for in case it is there. */
const LEFT_OUT = [
  /^better-sqlite3/,
  /^@node-rs\//,
  /^@nestjs\/(microservices|websockets|platform-express)/,
  /^@fastify\/(view|multipart)/,
];

/** Runs `programs.cjs` as what V8 has compiled before, where that is known; Node 20 has no such cache of its own. */
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
 * The same programs in one file that is compiled already, which Node starts with a third of the work: to load a thousand
 * modules is most of a boot, and a run of the tests boots a hundred times. Those that show how an operator starts it
 * take `dist/src`.
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
  // Node 20 imports nothing for a script that it has from its cache.
  const text = readFileSync(join(FOLDER, 'programs.cjs'), 'utf8');
  write('programs.cjs', text.replace('await import(name)', '{ default: require(name) }'));
  write('load.cjs', LOADER);
  for (const [name] of all) write(`${name}.mjs`, `import load from './load.cjs';\nload('${name}');\n`);
  write('write-cache.mjs', "import load from './load.cjs';\nload('main', { writesCache: true });\n");
  await bootOnce();
}

/** From its boot to its stop, so that what it needed on the way is in the cache. */
async function bootOnce(): Promise<void> {
  const data = temporaryFolder('bundle');
  const service = spawn(process.execPath, [join(FOLDER, 'write-cache.mjs')], {
    // In a folder without an .env, and with a database there: the checkout's own is its owner's.
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
