// `npm run openapi:fuzz`: starts the service with a gateway for each channel in a temporary folder, and lets Schemathesis
// send requests made from the three OpenAPI documents. Ends with 1 where an answer does not fit its document.
// tools/openapi/schemathesis.toml has the settings; rejections.py beside it says which requests that fit may be rejected.
// Schemathesis is installed when it is first needed.
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importSources } from './bundle.mjs';

const TOOLS = fileURLToPath(new URL('../tools/openapi', import.meta.url));
const VENV = join(TOOLS, '.venv');
const DOCUMENTS = ['/docs/openapi.json', '/docs/account/openapi.json', '/docs/admin/openapi.json'];
/** They end the session that the other requests use, so they come last. */
const ENDING = ['logoutEverywhere', 'closeSession', 'endSession'];
const PASSWORD = 'delapan belas ekor kucing';
const METRICS_TOKEN = 'metrics-token-of-the-fuzzed-service';
/** The limits of requests are not what is tested. */
const LIMITS = [
  ...['SEND_RATE_PER_MINUTE', 'CHECK_RATE_PER_MINUTE', 'EXPORT_RATE_PER_MINUTE', 'AUTH_RATE_PER_MINUTE'],
  ...['READ_RATE_PER_MINUTE', 'WRITE_RATE_PER_MINUTE', 'PHONE_SEARCHES_PER_MINUTE', 'PHONE_SEARCHES_PER_DAY'],
  ...['RECIPIENT_ATTEMPTS_MAX', 'RECIPIENT_HOURLY_MAX', 'LOGIN_ATTEMPTS_MAX', 'CALLBACK_FAILURES_PER_MINUTE'],
];

const folder = mkdtempSync(join(tmpdir(), 'sandi-fuzz-'));
try {
  const program = schemathesis();
  const { url, devices, close } = await startService();
  try {
    const tokens = await createTokens(url);
    for (const device of devices) await post(url, '/api/admin/devices', device, tokens.admin);
    const statuses = [];
    for (const document of DOCUMENTS)
      statuses.push(await run(program, url, document, tokens, each('--exclude-operation-id')));
    statuses.push(await run(program, url, DOCUMENTS[1], tokens, each('--include-operation-id')));
    process.exitCode = Math.max(...statuses);
  } finally {
    await close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function each(option) {
  return ENDING.flatMap((id) => [option, id]);
}

/** The program, which is installed where it is absent. */
function schemathesis() {
  const program = join(VENV, 'bin', 'schemathesis');
  if (existsSync(program)) return program;
  const stdio = ['ignore', 'ignore', 'inherit'];
  execFileSync('python3', ['-m', 'venv', VENV], { stdio });
  execFileSync(join(VENV, 'bin', 'pip'), ['install', '--quiet', '-r', join(TOOLS, 'requirements.txt')], {
    stdio,
  });
  return program;
}

/** The service on an embedded database, with the simulator for WhatsApp, and the devices of the other channels. */
async function startService() {
  const [{ createApp }, { loadConfig }, { startSimulator }] = await importSources(
    'fuzz-openapi',
    'src/app.ts',
    'src/config/index.ts',
    'simulator/gateway.ts',
  );
  const gateway = await startSimulator({ switches: { timeline: 'none' } });
  // What Telegram Gateway answers to a code that it took.
  const provider = createServer((_request, response) =>
    response.end(JSON.stringify({ ok: true, result: { request_id: randomUUID() } })),
  ).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const config = loadConfig({
    ...Object.fromEntries(LIMITS.map((name) => [name, '100000'])),
    DATA_DIR: folder,
    DATABASE_URL: `sqlite:${join(folder, 'fuzz.sqlite')}`,
    GATEWAY_URL: gateway.url,
    GATEWAY_TOKEN: gateway.token,
    GATEWAY_TIMEOUT_MS: '2000',
    REGISTRATION: 'open',
    ADMIN_PASSWORD: PASSWORD,
    METRICS_TOKEN,
    LOG_LEVEL: 'fatal',
    SHUTDOWN_DELAY_MS: '0',
  });
  const app = await createApp({ config });
  await app.listen(0, '127.0.0.1');
  const close = async () => {
    await app.close();
    await gateway.close();
    provider.close().closeAllConnections();
  };
  const base_url = `http://127.0.0.1:${provider.address().port}`;
  const common = { base_url, token: 'provider-token', state: 'active' };
  const settings = {
    request: { path: '/send', json: { to: '{{phone}}', text: '{{text}}' } },
    response: { id: 'result.request_id', accepted: { status: 200 } },
  };
  const devices = [
    { name: 'telegram', driver: 'telegram', ...common },
    { name: 'sms', driver: 'http_sms', ...common, settings },
  ];
  return { url: await app.getUrl(), devices, close };
}

/** What the requests of each document authenticate with. */
async function createTokens(url) {
  const account = { username: 'fuzz', email: 'fuzz@example.com', name: 'Fuzz', password: PASSWORD };
  const user = await post(url, '/api/auth/register', account);
  const admin = await post(url, '/api/auth/login', { username: 'admin', password: PASSWORD });
  const credit = { amount: 100_000_000, note: 'Fuzz' };
  await post(url, `/api/admin/users/${user.user.id}/credit`, credit, admin.token);
  const { id, key } = await post(url, '/api/account/api-keys', { name: 'Fuzz' }, user.token);
  // Hooks that name no company take that of the key.
  await post(url, `/api/account/api-keys/${id}/hook-secret`, { company_name: 'Fuzz' }, user.token);
  return { FUZZ_API_KEY: key, FUZZ_METRICS_TOKEN: METRICS_TOKEN, user: user.token, admin: admin.token };
}

/** The data of an answer; throws where the request fails. */
async function post(url, path, body, token) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${answer.message}`);
  return answer.data;
}

/** The exit code of Schemathesis over one document. */
async function run(program, url, document, { user, admin, ...env }, options) {
  const FUZZ_USER_TOKEN = document === '/docs/admin/openapi.json' ? admin : user;
  const child = spawn(
    program,
    [
      ...['--config-file', join(TOOLS, 'schemathesis.toml'), 'run', url + document, '--url', url],
      ...['--checks', 'all', '--phases', 'examples,coverage,fuzzing', ...options, ...process.argv.slice(2)],
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      cwd: folder,
      env: { ...process.env, ...env, FUZZ_USER_TOKEN, SCHEMATHESIS_HOOKS: join(TOOLS, 'rejections.py') },
    },
  );
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
