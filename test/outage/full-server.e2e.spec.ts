import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import type { Service } from '../support/services/launch.js';
import { createDatabase, withConnection } from '../support/services/mariadb.js';
import { hasSqlServer, startSqlServer } from '../support/services/sql-server.js';

const BALLAST_BYTES = 1 << 16;
const SENDS_AT_ONCE = 8;
const ROUNDS_MAX = 300;

/** All tables in one file that does not grow, as on a disk that is full; also COMPACT, as old servers are set. */
const SMALL = [
  '--innodb-file-per-table=0',
  '--innodb-data-file-path=ibdata1:12M:autoextend:max:48M',
  '--innodb-default-row-format=compact',
];

describe.runIf(hasSqlServer())('a database server whose disk is full', { timeout: 180_000 }, () => {
  let server: Service;
  let databaseUrl: string;
  let service: TestService;
  let account: Account;
  beforeAll(async () => {
    server = await startSqlServer({ options: SMALL });
    databaseUrl = await createDatabase(server.url);
    service = await startTestService({ databaseUrl });
    account = await createAccount(service, 10_000_000);
  });
  afterAll(async () => {
    await service?.close();
    await server?.stop();
  });
  keepBooks(() => service);

  const say = (sql: string, values: unknown[] = []) =>
    withConnection(databaseUrl, (connection) => connection.query(sql, values));
  const send = async () => {
    const { status, body } = await service.api.post('/api/otp/send', sendBody(), { token: account.key });
    return `${status} ${body.code ?? ''}`.trim();
  };
  const sends = (count: number) => Promise.all(Array.from({ length: count }, send));

  /** Until the file takes no row of any size. */
  async function fill(): Promise<void> {
    for (let bytes = BALLAST_BYTES; bytes >= 16; bytes /= 4)
      for (;;)
        try {
          await say('INSERT INTO ballast (filler) VALUES (?)', ['x'.repeat(bytes)]);
        } catch (error) {
          expect(error).toMatchObject({ errno: 1114 });
          break;
        }
  }

  async function sendUntilRefused(): Promise<string[]> {
    const all: string[] = [];
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const answers = await sends(round % 2 === 0 ? SENDS_AT_ONCE : 1);
      all.push(...answers);
      if (answers.every((answer) => answer !== '200')) return all;
    }
    throw new Error('no send met the full disk');
  }

  it('has tables whose keys fit, whatever row format it makes by default', async () => {
    const [rows] = await withConnection(databaseUrl, (connection) =>
      connection.query<RowDataPacket[]>(
        `SELECT table_name FROM information_schema.tables
          WHERE table_schema = DATABASE() AND table_name <> 'migrations' AND row_format <> 'Dynamic'`,
      ),
    );
    expect(rows).toEqual([]);
  });

  it('refuses sends with 503 and is not ready, and sends again once there is room', async () => {
    expect(await sends(8)).toEqual(Array(8).fill('200'));
    await say('CREATE TABLE ballast (id INT PRIMARY KEY AUTO_INCREMENT, filler MEDIUMTEXT)');
    await fill();
    const acceptedBefore = service.gateway.accepted.length;
    const answers = await sendUntilRefused();
    const count = (wanted: string) => answers.filter((answer) => answer === wanted).length;
    const made = count('200') + count('504 gateway_unknown');
    expect(made).toBe(service.gateway.accepted.length - acceptedBefore);
    expect(count('503 unavailable')).toBe(answers.length - made);
    expect(await service.api.get('/health/ready')).toAnswer(503);

    await say('DROP TABLE ballast');
    await expect.poll(send).toBe('200');
    expect(await sends(40)).toEqual(Array(40).fill('200'));
    await expect.poll(async () => (await service.api.get('/health/ready')).status).toBe(200);
  });
});
