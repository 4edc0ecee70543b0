// `npm start`: builds when needed, then runs the service with .env in its environment; on the embedded default with its
// simulator gateway and a demo account beside it. SIGINT and SIGTERM stop both.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { buildWhenStale } from './build-when-stale.mjs';
import { readDotEnv } from './dot-env.mjs';

readDotEnv();
buildWhenStale();
const { HEAP_OPTIONS } = await import('../dist/src/common/project.js');
const { embeddedSecrets, withFiles } = await import('../dist/src/common/config/index.js');

/** What the service is given; `given` has the secrets of its files, too. */
const env = { ...process.env };
const { env: given } = withFiles(env);
const embedded = env.NODE_ENV !== 'production' && (given.DATABASE_URL || 'sqlite:').startsWith('sqlite:');
const children = [];

if (embedded && !env.GATEWAY_URL) await startSimulator();
const service = run('dist/src/main.js', env, HEAP_OPTIONS);
children.push(service);
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => children.forEach((child) => child.kill(signal)));

const [code, signal] = await once(service, 'exit');
for (const child of children) child.kill('SIGTERM');
process.exitCode = code ?? (signal === null ? 0 : 1);

/** The native gateway as a process of its own; it signs its callbacks with the secret the service keeps in DATA_DIR. */
async function startSimulator() {
  const secrets = embeddedSecrets(env.DATA_DIR || 'data');
  const port = await freePort(Number(env.SIMULATOR_PORT || 3900));
  const simulator = run('dist/simulator/main.js', {
    ...env,
    SIMULATOR_PORT: String(port),
    SIMULATOR_TOKEN: secrets.simulatorToken,
    SIMULATOR_CALLBACK_URL: `http://127.0.0.1:${env.PORT || 3000}/api/webhook/gateway`,
    SIMULATOR_CALLBACK_SECRET:
      given.GATEWAY_WEBHOOK_SECRET?.split(',')[0].trim() || secrets.gatewayWebhookSecret,
  });
  children.push(simulator);
  env.GATEWAY_URL = `http://127.0.0.1:${port}`;
  env.GATEWAY_TOKEN = secrets.simulatorToken;
  env.GATEWAY_TOKEN_FILE = '';
  env.DEMO ||= '1';
}

/** Runs `file`, from the root of the project, with what may stand before it for Node itself. */
function run(file, environment, options = []) {
  const program = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const args = ['--enable-source-maps', ...options, program];
  return spawn(process.execPath, args, { env: environment, stdio: 'inherit' });
}

/** The wanted port, or any free one when it is taken. */
async function freePort(wanted) {
  for (const port of [wanted, 0]) {
    const server = createServer();
    server.listen(port, '127.0.0.1');
    const [event] = await Promise.race([
      once(server, 'listening').then(() => ['listening']),
      once(server, 'error').then(() => ['error']),
    ]);
    if (event === 'error') continue;
    const found = server.address().port;
    server.close();
    await once(server, 'close');
    return found;
  }
  throw new Error('no free port for the simulator: set SIMULATOR_PORT');
}
