import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../../simulator/random.js';
import { auditLedger } from '../../src/operations/books/audit-ledger.js';
import { openAccounts } from './accounts.js';
import { withDatabase } from './database-rows.js';
import { FAILPOINTS } from './failpoints.js';
import { ServiceProcess } from './service-process.js';
import { openStage, SECRETS, type Stage } from './stage.js';

const DIED_MS = 20_000;
/** The round after a start. */
const DONE_MS = 60_000;
const SENDS = 3;
/** Two starts for each failpoint. */
const TIMEOUT_MS = 600_000;
const ERASURE_FAILPOINTS = FAILPOINTS.filter((name) => name.startsWith('phone.'));

let stage: Stage;
let service: ServiceProcess | undefined;
let admin: string;
let key: string;

beforeAll(async () => {
  stage = await openStage(seededRandom(1));
  stage.gateway.script(() => undefined);
  await boot();
  const { adminToken, accounts } = await openAccounts(stage.url, SECRETS.ADMIN_PASSWORD);
  admin = adminToken;
  key = accounts[0]?.key ?? '';
});
afterAll(async () => {
  await service?.kill();
  await stage?.close();
});

async function boot(failpoint?: string): Promise<void> {
  await service?.kill();
  service = new ServiceProcess({ ...stage.env, ...(failpoint && { FAILPOINT: failpoint }) });
  if (!(await service.ready(stage.url))) throw new Error(`The service did not start:\n${service.log}`);
}

async function ask(path: string, token: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${stage.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data?: Record<string, unknown> };
  expect(response.ok, JSON.stringify(answer)).toBe(true);
  return answer.data ?? {};
}

const counted = (sql: string) =>
  withDatabase(stage.databaseUrl, async (source) => {
    const [row] = await source.query<{ number: number }[]>(`SELECT COUNT(*) AS number FROM ${sql}`);
    return Number(row?.number);
  });

it(
  'kill -9 at every step of an erasure: it ends once, with nothing left and the books balanced',
  { timeout: TIMEOUT_MS },
  async () => {
    expect(ERASURE_FAILPOINTS.length).toBeGreaterThan(5);
    for (const [nth, failpoint] of ERASURE_FAILPOINTS.entries()) {
      await boot(failpoint);
      const phone = `08123456${String(1000 + nth)}`;
      for (let send = 0; send < SENDS; send++)
        await ask('/api/otp/send', key, {
          phone,
          otp_code: String(482_913 + send),
          company_name: 'Toko Uji',
        });
      const { id } = await ask('/api/admin/privacy/requests', admin, { phone, kind: 'erasure' });
      const path = `/api/admin/privacy/requests/${String(id)}`;
      await ask(`${path}/complete`, admin, {}).catch(() => undefined);
      expect(await service?.died(DIED_MS), failpoint).toBe(true);
      await boot();
      const status = async () => (await ask(path, admin))['status'];
      await expect.poll(status, { timeout: DONE_MS, message: failpoint }).toBe('completed');
      expect(await counted("messages WHERE recipient_index <> ''"), failpoint).toBe(0);
      expect(await counted("messages WHERE recipient_index = ''"), failpoint).toBe(SENDS * (nth + 1));
      expect(await counted('privacy_requests WHERE recipient_indexes IS NOT NULL'), failpoint).toBe(0);
      expect(await withDatabase(stage.databaseUrl, (source) => auditLedger(source, new Date()))).toEqual([]);
    }
  },
);
