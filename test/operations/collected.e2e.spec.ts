import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator/gateway.js';
import { Api } from '../support/api.js';
import { BuiltService } from '../support/built-service.js';
import { emptyDatabase } from '../support/databases.js';
import { newName, sendBody } from '../support/factories.js';
import { Program } from '../support/program.js';
import { type TemporaryFolder, temporaryFolder } from '../support/services/temporary-folder.js';

const ROUNDS = 6;
/** A small young generation, and full collections: what native code frees, it frees soon. */
const COLLECTED =
  '--expose-gc --max-semi-space-size=1 --import=data:text/javascript,setInterval(gc,500).unref()';

let gateway: Simulator;
let folder: TemporaryFolder;
let database: { url: string; drop(): Promise<void> };

beforeEach(async () => {
  gateway = await startSimulator();
  folder = temporaryFolder('collected');
  database = await emptyDatabase(folder.path);
});
afterEach(async () => {
  await gateway.close();
  await database.drop();
  folder.remove();
});

/** One round of what accounts, integrators and administrators do. */
async function round(api: Api, admin: string): Promise<void> {
  const password = 'kata-sandi-yang-panjang';
  const username = newName('akun');
  const registration = { username, email: `${username}@example.test`, name: 'Akun', password };
  const { token } = (await api.post('/api/auth/register', registration)).body.data as { token: string };
  const { key } = (await api.post('/api/account/api-keys', { name: 'uji' }, { token })).body.data as {
    key: string;
  };
  const sent = await Promise.all(
    Array.from({ length: 5 }, () => api.post('/api/otp/send', sendBody(), { token: key })),
  );
  for (const answer of sent) expect(answer).toAnswer(200);
  const reads = ['account/history', 'account/stats', 'account/credit/entries', 'account/requests', 'auth/me'];
  const views = ['admin/users', 'admin/devices', 'admin/messages', 'admin/audit', 'admin/overview'];
  const answers = await Promise.all([
    ...reads.map((path) => api.get(`/api/${path}`, { token })),
    ...views.map((path) => api.get(`/api/${path}`, { token: admin })),
  ]);
  for (const answer of answers) expect(answer).toAnswer(200);
}

it(
  'serves while garbage is collected all the time, and its books balance',
  { timeout: 240_000 },
  async () => {
    const service = new BuiltService(
      {
        DATA_DIR: folder.path,
        DATABASE_URL: database.url,
        GATEWAY_URL: gateway.url,
        GATEWAY_TOKEN: gateway.token,
        SIGNUP_CREDIT: '10000',
        AUTH_RATE_PER_MINUTE: '1000',
        NODE_OPTIONS: COLLECTED,
      },
      'dist/src/main.js',
    );
    const api = new Api(await service.url(), false);
    const login = { username: 'admin', password: 'admin-password' };
    const { token: admin } = (await api.post('/api/auth/login', login)).body.data as { token: string };
    for (let count = 0; count < ROUNDS; count++) await round(api, admin);
    service.signal('SIGTERM');
    expect(await service.exit(), service.output).toEqual({ code: 0, signal: null });

    const books = new Program('dist/src/operations/books/main.js', {
      DATABASE_URL: database.url,
      NODE_OPTIONS: COLLECTED,
    });
    expect(await books.exit(), books.output).toEqual({ code: 0, signal: null });
  },
);
