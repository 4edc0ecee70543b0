import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startSimulator } from '../../simulator/gateway.js';
import { randomToken } from '../../src/platform/ids/random.js';
import { createDatabase, startMariaDb } from '../../test/support/services/mariadb.js';
import { OptionError, print, valuesOf, whole } from '../command-line.js';
import { percentile } from '../figures/percentile.js';
import { call } from '../harness/programs.js';
import { type Account, makeAccount, type Setting, startSandi } from '../harness/sandi.js';
import { Connection } from '../load/connection.js';

/** `npm run bench:reads`: how much a tenant that endlessly requests a filtered list delays the others. */

const USAGE = `Measures how long others wait while one account reads a narrowed list over many connections.

  --clients N    connections of that account, each asks again at once (16)
  --messages N   its test messages (5000)
  --seconds N    each slice: quiet, crowded from the first request on, and crowded a slice later (20)
`;

const OPTIONS = {
  clients: { type: 'string', default: '16' },
  messages: { type: 'string', default: '5000' },
  seconds: { type: 'string', default: '20' },
} as const;

/** Tenants that take turns; each stays below its rate limit. */
const OTHERS = 5;
const EVERY_MS = 10;
const SENDS_AT_ONCE = 32;
const WARM_UP_MS = 3_000;
/** The service's default rate limits, which other benches raise. */
const USUAL = { READ_RATE_PER_MINUTE: '1200', PHONE_SEARCHES_PER_MINUTE: '30' };

interface Options {
  clients: number;
  messages: number;
  sliceMs: number;
}

type Slice = 'quiet' | 'crowded' | 'crowded, later';

const getOf = (port: number, path: string, token: string) =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`;

async function measure(title: string, url: string, { clients, messages, sliceMs }: Options): Promise<void> {
  const port = Number(new URL(url).port);
  const others: Account[] = [];
  for (let made = 0; made < OTHERS; made++) others.push(await makeAccount(url, `penyewa${made}`));
  const requests = others.map(({ key }) => getOf(port, '/api/otp/credit', key));
  const reader = await makeAccount(url, 'pembaca');
  const { id, key } = await testKeyOf(url, reader);
  await sendAll(url, key, messages);
  await waits(port, requests, WARM_UP_MS);
  const path = `/api/account/history?key=${id}&brand=nothing&limit=100&mode=test`;
  const slices = new Map<Slice, number[]>([['quiet', await waits(port, requests, sliceMs)]]);
  const crowd = new Worker(new URL('./crowd.js', import.meta.url), {
    workerData: { port, clients, request: getOf(port, path, reader.token) },
  });
  slices.set('crowded', await waits(port, requests, sliceMs));
  slices.set('crowded, later', await waits(port, requests, sliceMs));
  const answered = new Promise<Map<number, number>>((done) => crowd.once('message', done));
  crowd.postMessage('stop');
  print(`\n${title}: ${clients} connections, answered ${told(await answered)}`);
  await crowd.terminate();
  const p99 = (slice: Slice) => percentile(slices.get(slice) ?? [], 0.99);
  for (const [slice, ms] of slices) {
    const [half, most] = [percentile(ms, 0.5), percentile(ms, 0.99)].map((value) => value.toFixed(2));
    print(
      `  ${slice}: p50 ${half} ms, p99 ${most} ms of ${ms.length}, ${(p99(slice) / p99('quiet')).toFixed(2)}×`,
    );
  }
}

const told = (statuses: ReadonlyMap<number, number>) =>
  [...statuses].map(([status, count]) => `${status}: ${count} times`).join(', ');

/** The latencies in ascending order. A request that is due while others are under way uses another connection. */
async function waits(port: number, requests: readonly string[], lastsMs: number): Promise<number[]> {
  const idle: Connection[] = [];
  const taken: number[] = [];
  const endMs = performance.now() + lastsMs;
  for (let sent = 0; performance.now() < endMs; sent++) {
    const connection = idle.pop() ?? (await Connection.open(port));
    const sentAtMs = performance.now();
    connection.send(requests[sent % requests.length] ?? '', (status) => {
      if (status !== 200) throw new Error(`a tenant was answered ${status}`);
      taken.push(performance.now() - sentAtMs);
      idle.push(connection);
    });
    await sleep(EVERY_MS);
  }
  await sleep(1_000);
  for (const connection of idle) connection.close();
  return taken.sort((one, other) => one - other);
}

async function testKeyOf(url: string, { token }: Account): Promise<{ id: number; key: string }> {
  const body = { name: 'uji', mode: 'test' };
  const created = await call<{ data: { id: number; key: string } }>(`${url}/api/account/api-keys`, {
    method: 'POST',
    body,
    token,
  });
  return created.data;
}

async function sendAll(url: string, token: string, count: number): Promise<void> {
  let serial = 0;
  const work = async () => {
    while (serial < count) {
      const nth = serial++;
      const body = {
        phone: `0813${String(nth).padStart(8, '0')}`,
        otp_code: String(100_000 + nth),
        company_name: 'Toko',
      };
      await call(`${url}/api/otp/send`, { method: 'POST', body, token });
    }
  };
  await Promise.all(Array.from({ length: SENDS_AT_ONCE }, work));
}

async function run(args: readonly string[]): Promise<void> {
  const given = valuesOf(args, OPTIONS);
  const options: Options = {
    clients: whole('clients', given.clients, 1, 1000),
    messages: whole('messages', given.messages, 1, 100_000),
    sliceMs: 1000 * whole('seconds', given.seconds, 1, 600),
  };
  const gateway = await startSimulator({ switches: { timeline: 'none' } });
  const setting: Setting = {
    gatewayUrl: gateway.url,
    gatewayToken: gateway.token,
    dataKey: randomToken(),
    poolSize: 20,
    node: process.execPath,
  };
  const mariadb = await startMariaDb({});
  try {
    const own = await createDatabase(mariadb.url);
    for (const [title, databaseUrl] of [
      ['SQLite', (folder: string) => `sqlite:${folder}/sandi.sqlite`],
      ['MariaDB', () => own],
    ] as const) {
      const service = await startSandi(setting, databaseUrl, USUAL);
      try {
        await measure(title, service.url, options);
      } finally {
        await service.stop();
      }
    }
  } finally {
    await gateway.close();
    await mariadb.stop();
  }
}

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) print(USAGE.trimEnd());
else
  await run(args).catch((error: unknown) => {
    if (!(error instanceof OptionError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
