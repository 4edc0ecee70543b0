import { afterAll, beforeAll, expect, it } from 'vitest';
import { DeviceProber } from '../../src/gateway/pool/device-prober.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { Sealer } from '../../src/platform/security/sealer.js';
import { TimeCounters } from '../../src/platform/time-counters/index.js';
import { addDevice } from '../gateway/devices.js';
import { keepBooks } from '../support/app.js';
import { createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { type Callback, signedCallback, statusEvent } from './signed-callback.js';

const COMMON = '/api/webhook/gateway';
const WRONG = 'another-secret-0000000';
const TIMES = 1000;
const AT_ONCE = 20;

let service: TestService;
beforeAll(async () => {
  // None is refused by its number: each goes as far as an unproven one can.
  service = await startTestService({ checkResponses: false, env: { ANALYTICS_SECONDS: '0' } });
});
afterAll(() => service.close());
keepBooks(() => service);

const DRIVERS = ['http', 'meta', 'waha', 'gowa', 'evolution', 'openwa', 'fonnte', 'wablas'];

it(`no table grows by ${TIMES} callbacks that nobody has proven: wrong keys, signatures and bodies, unknown devices`, async () => {
  const account = await createAccount(service);
  const sent = await service.api.post('/api/otp/send', sendBody(), { token: account.key });
  const { message_id: id } = sent.body.data as { message_id: string };
  const secret = service.app.get(Sealer).seal('a-secret-of-its-own-01');
  const devices: number[] = [];
  for (const driver of DRIVERS) {
    const rest = { driver, state: 'disabled' as const, webhookSecretSealed: secret };
    devices.push((await addDevice(service, 'http://127.0.0.1:1', 'a.b', rest)).id);
  }
  // Nothing but callbacks writes from here on.
  await service.app.get(Sweepers).onModuleDestroy();
  await service.app.get(DeviceProber).onModuleDestroy();
  await service.app.get(TimeCounters).onApplicationShutdown();

  const before = await rowCounts();
  const found = new Map<number, number>();
  const attempts = Array.from({ length: TIMES }, (_, i) => attempt(i, id, devices));
  while (attempts.length > 0)
    for (const status of await Promise.all(attempts.splice(0, AT_ONCE).map((make) => make())))
      found.set(status, (found.get(status) ?? 0) + 1);

  expect([...found.keys()].filter((status) => ![401, 403, 404, 413, 415].includes(status))).toEqual([]);
  expect(found.get(401)).toBeGreaterThan(TIMES / 4);
  expect(found.get(413)).toBeGreaterThan(10);
  expect(found.get(404)).toBeGreaterThan(TIMES / 10);
  expect(await rowCounts()).toEqual(before);
}, 60_000);

/** The `i`th of them: each kind at each address in its turn. */
function attempt(i: number, id: string, devices: number[]): () => Promise<number> {
  const event = statusEvent(i % 3 === 0 ? id : `unknown-${i}`, 'delivered');
  const callbacks: Callback[] = [
    signedCallback(event, WRONG, service.clock.now()),
    { raw: JSON.stringify(event), headers: {} },
    { raw: ' '.repeat(service.config.CALLBACK_LIMIT_BYTES + 1), headers: {} },
    { raw: JSON.stringify(event), headers: { 'content-type': 'text/plain' } },
    { raw: '{', headers: { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` } },
  ];
  const own = devices[i % devices.length] ?? 0;
  const paths = [
    COMMON,
    `${COMMON}/${own}`,
    `${COMMON}/${own}?key=${'0'.repeat(32)}`,
    `${COMMON}/${9000 + i}`,
  ];
  const callback = callbacks[i % callbacks.length] as Callback;
  const path = paths[Math.floor(i / callbacks.length) % paths.length] as string;
  if (i % 50 === 49) return async () => (await service.api.get(`${COMMON}/${own}?hub.mode=subscribe`)).status;
  return async () => (await service.api.post(path, undefined, callback)).status;
}

/** Of every table. */
async function rowCounts(): Promise<Record<string, number>> {
  const { dataSource } = service.database.read;
  const tables = [...new Set(dataSource.entityMetadatas.map(({ tableName }) => tableName))].sort();
  expect(tables.length).toBeGreaterThan(20);
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const rows: { count: number | string }[] = await dataSource.query(
      `SELECT COUNT(*) AS count FROM ${table}`,
    );
    counts[table] = Number(rows[0]?.count);
  }
  return counts;
}

it.each(DRIVERS)(
  'to a %s device sealed under another DATA_KEY is asked to come again, and no fault',
  async (driver) => {
    const rest = { driver, state: 'disabled' as const, webhookSecretSealed: 'another' };
    const { id } = await addDevice(service, 'http://127.0.0.1:1', 'a.b', rest);
    const answer = await service.api.post(`${COMMON}/${id}`, statusEvent('unknown', 'delivered'));
    expect(answer).toAnswer(503);
    expect(answer.headers.get('retry-after')).toBe('60');
  },
);
