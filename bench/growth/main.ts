import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { startSimulator } from '../../simulator/gateway.js';
import { randomToken } from '../../src/platform/ids/random.js';
import { firstDataKey } from '../../src/platform/security/data-keys.rules.js';
import { BlindIndex } from '../../src/platform/security/hashing.js';
import { Phone } from '../../src/platform/text/phone.rules.js';
import type { Service } from '../../test/support/services/launch.js';
import { createDatabase, startMariaDb } from '../../test/support/services/mariadb.js';
import { OptionError } from '../command-line.js';
import { auditLedger } from '../harness/books.js';
import { type Account, makeAccount, type Setting } from '../harness/sandi.js';
import { fill, type Known } from './fill.js';
import { measure, rowsAt, TIMES } from './measure.js';
import { type Options, readOptions, USAGE } from './options.js';
import { IDEMPOTENCY_KEY, type Subject } from './probes.js';
import { keepsAim, tableOf } from './report.js';
import { loginAdmin, startService } from './service.js';
import { BUSY_PHONE } from './shape.js';

const print = (text: string) => void process.stdout.write(`${text}\n`);

/** The size of the redo log, for a bulk load. */
const LOG_MB = 1024;
const POOL_SIZE = 10;

/** Runs the measurement. Returns whether all aims are met. */
async function run(options: Options): Promise<boolean> {
  const mariadb = await startMariaDb({
    flushLogAtTrxCommit: 1,
    size: { bufferPoolMb: options.bufferPoolMb, logMb: LOG_MB },
  });
  const gateway = await startSimulator({ switches: { timeline: 'none' } });
  const services: Service[] = [];
  const setting: Setting = {
    gatewayUrl: gateway.url,
    gatewayToken: gateway.token,
    dataKey: randomToken(),
    poolSize: POOL_SIZE,
    node: process.execPath,
  };
  try {
    const subjects: Subject[] = [];
    for (const count of [options.small, options.messages]) {
      const { account, url } = await prepare(mariadb.url, setting, count);
      if (options.books) await timed(`the books of ${count} messages`, () => auditLedger(url));
      const service = await startService(setting, url);
      services.push(service);
      subjects.push(await subjectOf(url, service, account));
    }
    const [small, large] = subjects as [Subject, Subject];
    print(
      `\n${options.small} messages (few) and ${options.messages} (many), ${large.total} of one account:\n`,
    );
    return await withConnection(mariadb.url, async (server) => {
      const way = options.rows ? await rowsAt(server) : TIMES;
      const results = await measure(small, large, options.rounds, way);
      print(tableOf(way, results));
      return results.every((measured) => keepsAim(way, measured) !== false);
    });
  } finally {
    for (const service of services) await service.stop();
    await gateway.close();
    await mariadb.stop();
  }
}

/** Creates a database: the service migrates it and creates an account, then it is filled. */
async function prepare(serverUrl: string, setting: Setting, count: number) {
  const url = await createDatabase(serverUrl);
  const service = await startService(setting, url);
  const account = await makeAccount(service.url, 'toko-besar');
  await service.stop();
  await withConnection(url, (connection) =>
    timed(`${count} messages were filled`, () =>
      fill(connection, { count, bigId: account.userId, known: knownBy(setting) }),
    ),
  );
  return { account, url };
}

function knownBy({ dataKey }: Setting): Known {
  const phone = Phone.parse(BUSY_PHONE);
  return {
    recipient: phone ? new BlindIndex(firstDataKey(dataKey), 'recipient').of(phone.reveal()) : '',
    key: new BlindIndex(firstDataKey(dataKey), 'idempotency-key').of(IDEMPOTENCY_KEY),
  };
}

function subjectOf(databaseUrl: string, { url }: Service, account: Account): Promise<Subject> {
  return withConnection(databaseUrl, async (connection) => {
    const { userId } = account;
    const [counted] = await connection.query<RowDataPacket[]>(
      'SELECT COUNT(*) AS total FROM messages WHERE user_id = ?',
      [userId],
    );
    const total = Number(counted[0]?.['total']);
    const [rows] = await connection.query<RowDataPacket[]>(
      `SELECT id, reference, day, gateway_message_id AS message_id FROM messages
        WHERE user_id = ? AND status = 'delivered' ORDER BY id LIMIT 1 OFFSET ?`,
      [userId, Math.floor(total / 2)],
    );
    const middle = rows[0] as Subject['middle'];
    return { url, account, admin: await loginAdmin(url), total, middle };
  });
}

async function withConnection<T>(uri: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await createConnection({ uri, timezone: 'Z' });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const startMs = performance.now();
  await work();
  print(`${what}: ${((performance.now() - startMs) / 1000).toFixed(1)} s`);
}

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  print(USAGE.trimEnd());
} else {
  try {
    const kept = await run(readOptions(process.argv.slice(2)));
    if (!kept) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
