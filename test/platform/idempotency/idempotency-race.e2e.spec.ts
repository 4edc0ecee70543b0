import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Message } from '../../../src/otp/message.entities.js';
import { keepBooks } from '../../support/app.js';
import { createAccount, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';

const EQUAL_REQUESTS = 50;
/** InnoDB shows whoever looks again within a tenth of a second the same picture. */
const AT_INTERVALS = { interval: 200 };

/** SQLite is for one process, whose units of work queue. */
describe.runIf(inject('engine') === 'mysql')('an Idempotency-Key that two instances get at once', () => {
  let one: TestService;
  let other: TestService;
  let blocker: Connection;
  beforeAll(async () => {
    const env = { RECIPIENT_ATTEMPTS_MAX: '1000', RECIPIENT_HOURLY_MAX: '1000' };
    one = await startTestService({ env });
    const { gateway, config } = one;
    other = await startTestService({ env, gateway, databaseUrl: config.DATABASE_URL });
    blocker = await mysql.createConnection(config.DATABASE_URL);
  });
  afterAll(async () => {
    await blocker?.end();
    await other?.close();
    await one?.close();
  });
  keepBooks(() => one);

  const send = (service: TestService, token: string, body: unknown, key: string) =>
    service.api.post('/api/otp/send', body, { token, headers: { 'idempotency-key': key } });

  /** Transactions of this database that wait for a lock of another. */
  const waiting = async () => {
    const [rows] = await blocker.query<RowDataPacket[]>(
      inject('sqlServer') === 'tidb'
        ? `SELECT COUNT(*) AS count FROM information_schema.tidb_trx
            WHERE db = DATABASE() AND state = 'LockWaiting'`
        : `SELECT COUNT(*) AS count FROM information_schema.innodb_trx t
            JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id
            WHERE p.db = DATABASE() AND t.trx_state = 'LOCK WAIT'`,
    );
    return Number(rows[0]?.['count']);
  };

  it('is under way for the second, also when that asked before the first had written it down', async () => {
    const { key, userId } = await createAccount(one, 2000);
    const body = sendBody();
    await blocker.query('START TRANSACTION');
    await blocker.query('SELECT balance FROM credit_balances WHERE user_id = ? FOR UPDATE', [userId]);
    // The first has the duplicate window and waits for the balance; the second waits for the window.
    const first = send(one, key, body, 'satu-kunci');
    await expect.poll(waiting, AT_INTERVALS).toBe(1);
    const second = send(other, key, body, 'satu-kunci');
    await expect.poll(waiting, AT_INTERVALS).toBe(2);
    await blocker.query('ROLLBACK');
    expect(await first).toAnswer(200);
    expect((await second).body).toMatchObject({ code: 'idempotency_in_flight' });
  });

  it(`of ${EQUAL_REQUESTS} equal requests one acts; the others hear that it is under way, or its answer`, async () => {
    const { key, userId } = await createAccount(one, 20_000);
    const body = sendBody();
    one.gateway.script([{ answerDelayMs: 200 }]);
    const requests = Array.from({ length: EQUAL_REQUESTS }, (_, turn) =>
      send(turn % 2 === 0 ? one : other, key, body, 'lima-puluh'),
    );
    const answers = await Promise.all(requests);
    const others = answers.filter(({ status }) => status !== 200).map(({ body: { code } }) => code);
    expect(new Set(others)).toEqual(new Set(['idempotency_in_flight']));
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
    expect(await one.database.read.countBy(Message, { userId })).toBe(1);
  });
});
