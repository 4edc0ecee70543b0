// `npm start`: builds when needed, then runs the service with .env in its environment; on the embedded default with its
// simulator gateway and a demo account beside it. SIGINT and SIGTERM stop both.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { buildWhenStale } from './build-when-stale.mjs';
import { readDotEnv } from './dot-env.mjs';
import { environments } from './environments.mjs';

readDotEnv();
buildWhenStale();
const { V8_OPTIONS } = await import('../dist/src/platform/process/project.js');
const { service: env, simulator } = await environments(await import('../dist/src/config/index.js'));

const children = [];
if (simulator) run('dist/simulator/main.js', simulator);
const service = run('dist/src/main.js', env, V8_OPTIONS);
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => children.forEach((child) => child.kill(signal)));

const [code, signal] = await once(service, 'exit');
for (const child of children) child.kill('SIGTERM');
process.exitCode = code ?? (signal === null ? 0 : 1);

/** Runs a file of the project, with Node's own `options` before it. */
function run(file, environment, options = []) {
  const program = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const child = spawn(process.execPath, [...options, program], { env: environment, stdio: 'inherit' });
  children.push(child);
  return child;
}
