// `npm run image:test [-- --build-arg BASE=… --build-arg BUILD_BASE=…]`: builds the image with buildah, weighs what is
// ours in it, boots it as production runs it, with its own simulator for a gateway, and sends one OTP. As root, or after
// `buildah unshare`; where there is no runc or crun, with BUILDAH_ISOLATION=chroot.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from './environments.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TAG = 'localhost/sandi:image-test';
const LIMIT_MB = 110;
const PATIENCE_MS = 120_000;
const buildah = (...args) => execFileSync('buildah', args, { encoding: 'utf8' }).trim();

const { values } = parseArgs({ options: { 'build-arg': { type: 'string', multiple: true, default: [] } } });
const buildArgs = values['build-arg'].flatMap((pair) => ['--build-arg', pair]);
const { status } = spawnSync('buildah', ['build', '--format', 'docker', '--tag', TAG, ...buildArgs, ROOT], {
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);
const container = buildah('from', TAG);
const running = [];
try {
  weigh(join(buildah('mount', container), 'app'));
  await sendOne(await boot());
} catch (error) {
  say(error.message);
  process.exitCode = 1;
} finally {
  await Promise.all(running.map(end));
  buildah('rm', container);
}

function weigh(folder) {
  const megabytes = Math.round(bytesIn(folder) / 1e6);
  if (megabytes > LIMIT_MB) throw new Error(`/app has ${megabytes} MB, above its limit of ${LIMIT_MB} MB`);
  say(`/app has ${megabytes} MB, of ${LIMIT_MB} MB`);
}

/** What it takes on a disk, as `du` counts it. */
function bytesIn(path) {
  const stat = lstatSync(path);
  const inside = stat.isDirectory() ? readdirSync(path).map((name) => bytesIn(join(path, name))) : [];
  return inside.reduce((sum, bytes) => sum + bytes, stat.blocks * 512);
}

/** The service's address, once it is ready. */
async function boot() {
  const secret = () => randomBytes(32).toString('base64');
  const [port, gatewayPort] = [await freePort(), await freePort()];
  const [token, callbackSecret] = [secret(), secret()];
  start(['node', 'dist/simulator/main.js'], {
    SIMULATOR_PORT: gatewayPort,
    SIMULATOR_TOKEN: token,
    SIMULATOR_CALLBACK_URL: `http://127.0.0.1:${port}/api/webhook/gateway`,
    SIMULATOR_CALLBACK_SECRET: callbackSecret,
  });
  start(JSON.parse(buildah('inspect', container)).OCIv1.config.Cmd, {
    PORT: port,
    JWT_SECRET: secret(),
    DATA_KEY: secret(),
    GATEWAY_WEBHOOK_SECRET: callbackSecret,
    GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`,
    GATEWAY_TOKEN: token,
    SIGNUP_CREDIT: 1000,
    REGISTRATION: 'open',
  });
  const url = `http://127.0.0.1:${port}`;
  await until('ready', async () => (await fetch(`${url}/health/ready`)).ok);
  say('it is ready');
  return url;
}

/** In the image, as its own user, with the network of this machine. */
function start(command, env) {
  const given = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const args = ['run', '--network', 'host', ...given, container, '--', ...command];
  running.push(spawn('buildah', args, { stdio: 'inherit' }));
}

async function sendOne(url) {
  const call = async (method, path, token, body) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`${url}/api/${path}`, { method, headers, body: body && JSON.stringify(body) });
    const { data, ...rest } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(rest)}`);
    return data;
  };
  const account = {
    username: 'image-test',
    email: 'image-test@example.com',
    name: 'Image',
    password: randomBytes(12).toString('hex'),
  };
  const { token } = await call('POST', 'auth/register', undefined, account);
  const { key } = await call('POST', 'account/api-keys', token, { name: 'image', mode: 'live' });
  const message = { phone: '081234567890', otp_code: '482913', company_name: 'Toko Budi' };
  const { message_id: id } = await call('POST', 'otp/send', key, message);
  await until('delivered', async () => (await call('GET', `otp/messages/${id}`, key)).status === 'delivered');
  say(`the OTP was delivered: ${id}`);
}

/** With whatever buildah does at SIGTERM: it need not hand it on. */
async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function until(what, isSo) {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(500)) {
    if (running.some(({ exitCode }) => exitCode !== null)) throw new Error('it ended by itself');
    if (await isSo().catch(() => false)) return;
  }
  throw new Error(`not ${what} after ${PATIENCE_MS / 1000} s`);
}

function say(text) {
  process.stdout.write(`image:test: ${text}\n`);
}
