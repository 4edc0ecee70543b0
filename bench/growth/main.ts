import type { Connection, RowDataPacket } from 'mysql2/promise';
import { startSimulator, type Simulator } from '../../simulator/gateway.js';
import { fill } from './fill.js';
import { MariaDb } from './mariadb.js';
import { measure } from './measure.js';
import { OptionError, readOptions, USAGE, type Options } from './options.js';
import type { Subject } from './probes.js';
import { keepsAim, tableOf } from './report.js';
import { checkBooks, loginAdmin, register, Service, type Account } from './service.js';

const print = (text: string) => void process.stdout.write(`${text}\n`);

/** Whether all aims are kept. */
async function run(options: Options): Promise<boolean> {
  const database = await MariaDb.start(options.bufferPoolMb);
  const gateway = await startSimulator({ switches: { timeline: 'none' } });
  const services: Service[] = [];
  try {
    const subjects: Subject[] = [];
    for (const [name, count] of [
      ['small', options.small],
      ['large', options.messages],
    ] as const) {
      const { account, url } = await prepare(database, gateway, name, count);
      if (options.books) await timed(`the books of ${count} messages`, () => checkBooks(url));
      const service = await Service.start(url, gateway);
      services.push(service);
      subjects.push(await subjectOf(database, name, service, account));
    }
    const [small, large] = subjects as [Subject, Subject];
    print(
      `\n${options.small} messages (few) and ${options.messages} (many), ${large.total} of one account:\n`,
    );
    const results = await measure(small, large, options.rounds);
    print(tableOf(results));
    return results.every((measured) => keepsAim(measured) !== false);
  } finally {
    for (const service of services) await service.stop();
    await gateway.close();
    await database.stop();
  }
}

/** A database that the service has migrated, with an account that it has made, and filled. */
async function prepare(database: MariaDb, gateway: Simulator, name: string, count: number) {
  const url = await database.createDatabase(name);
  const service = await Service.start(url, gateway);
  const account = await register(service.url, 'toko-besar');
  await service.stop();
  await withConnection(database, name, (connection) =>
    timed(`${count} messages were filled`, () => fill(connection, count, account.userId)),
  );
  return { account, url };
}

async function subjectOf(
  database: MariaDb,
  name: string,
  service: Service,
  account: Account,
): Promise<Subject> {
  return withConnection(database, name, async (connection) => {
    const { userId } = account;
    const [counted] = await connection.query<RowDataPacket[]>(
      'SELECT COUNT(*) AS total FROM messages WHERE user_id = ?',
      [userId],
    );
    const total = Number(counted[0]?.['total']);
    const [rows] = await connection.query<RowDataPacket[]>(
      'SELECT id, reference, day FROM messages WHERE user_id = ? ORDER BY id LIMIT 1 OFFSET ?',
      [userId, Math.floor(total / 2)],
    );
    const middle = rows[0] as Subject['middle'];
    return { url: service.url, account, admin: await loginAdmin(service.url), total, middle };
  });
}

async function withConnection<T>(
  database: MariaDb,
  name: string,
  work: (connection: Connection) => Promise<T>,
) {
  const connection = await database.connect(name);
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
