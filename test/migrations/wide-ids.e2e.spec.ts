import type { DataSource, QueryRunner } from 'typeorm';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { schema } from '../../ormconfig.js';
import { ref, table, wideId } from '../../src/migrations/schema.js';
import { changeIds, idChanges } from '../../src/migrations/wide-ids/wide-ids.js';
import { NotOnWhatsapp } from '../../src/otp/message.entities.js';
import { connect } from '../../src/platform/database/index.js';
import { signedCallback, statusEvent } from '../callbacks/signed-callback.js';
import { keepBooks } from '../support/app.js';
import { emptyDatabase, newDatabase, type TestDatabase } from '../support/databases.js';
import { sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { Receiver } from '../webhook/receiver.js';
import { dataOf, deliver, deliveriesOf, newOwner, register, WEBHOOK_ENV } from '../webhook/support.js';

const FIRST = 3_000_000_000;

type Rows = Record<string, string>[];

let database: TestDatabase;
let source: DataSource;
let service: TestService | undefined;

async function use(made: TestDatabase): Promise<void> {
  database = made;
  source = await connect({ url: database.url, poolSize: 2 }, schema);
}
afterEach(async () => {
  await service?.close();
  service = undefined;
  await source.destroy();
  await database.drop();
});
keepBooks(() => service);

// SQLite's integers have 64 bits.
const onMysql = describe.runIf(inject('engine') === 'mysql');
/** No earlier release runs on TiDB. */
const onMysqlOnly = describe.runIf(inject('engine') === 'mysql' && inject('sqlServer') !== 'tidb');

onMysql('ids of 64 bits', () => {
  beforeEach(async () => use(await newDatabase('')));

  it('are those of all tables, and of all columns that refer to them', async () => {
    const columns = await source.query<Rows>(
      `SELECT TABLE_NAME AS tbl, COLUMN_NAME AS col, DATA_TYPE AS type FROM information_schema.COLUMNS
        WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME <> 'migrations'`,
    );
    const typeOf = new Map(columns.map(({ tbl, col, type }) => [`${tbl}.${col}`, type]));
    const narrow = [...typeOf].filter(
      ([name, type]) => /(\.id|_id|_by)$/.test(name) && !['bigint', 'varchar'].includes(type ?? ''),
    );
    // A role is a number of ours.
    expect(narrow).toEqual([['users.role_id', 'int']]);
    const declared = source.entityMetadatas.flatMap(({ tableName, columns: own }) =>
      own
        .filter(({ type, isGenerated }) => type === 'bigint' || isGenerated)
        .map(({ databaseName }) => `${tableName}.${databaseName}`),
    );
    expect(declared.length).toBeGreaterThan(80);
    expect(declared.filter((name) => typeOf.get(name) !== 'bigint')).toEqual([]);
  });

  it('above 2^31 serve accounts, sends, callbacks, webhooks, history and the books', async () => {
    const counted = await source.query<Rows>(
      "SELECT TABLE_NAME AS tbl FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND EXTRA LIKE '%auto_increment%'",
    );
    for (const { tbl } of counted) await source.query(`ALTER TABLE ${tbl} AUTO_INCREMENT = ${FIRST}`);
    const receiver = await Receiver.start();
    const started = await startTestService({ databaseUrl: database.url, env: WEBHOOK_ENV });
    service = started;
    const owner = await newOwner(started);
    const own = { token: owner.token };
    const endpoint = await register(started, owner, receiver.url('/wide'));
    const sent = await started.api.post('/api/otp/send', sendBody(), { token: owner.key });
    const { message_id } = dataOf<{ message_id: string }>(sent);
    const secret = started.config.webhookSecrets[0] ?? '';
    const callback = signedCallback(statusEvent(message_id, 'delivered'), secret, started.clock.now());
    expect(await started.api.post('/api/webhook/gateway', undefined, callback)).toAnswer(200);
    await deliver(started);
    expect(receiver.bodiesAt('/wide')).toMatchObject([{ type: 'otp.sent' }, { type: 'otp.delivered' }]);
    await receiver.close();

    const items = async (path: string, token = own) => {
      const answer = await started.api.get(path, token);
      expect(answer).toAnswer(200);
      const data = dataOf<{ id: unknown }[] | { items: { id: unknown }[] }>(answer);
      return Array.isArray(data) ? data : data.items;
    };
    const lists = [
      await items('/api/otp/history', { token: owner.key }),
      await items(`/api/otp/history?cursor=${FIRST + 5}`, { token: owner.key }),
      await items('/api/account/credit/entries'),
      await items('/api/account/api-keys'),
      await deliveriesOf(started, owner, endpoint),
    ];
    for (const list of lists) {
      expect(list).not.toEqual([]);
      for (const { id } of list) expect(id).toSatisfy((value) => Number(value) >= FIRST, JSON.stringify(id));
      for (const { id } of list) expect(typeof id).toBe('number');
    }
    expect(await started.api.get(`/api/otp/messages/${message_id}`, { token: owner.key })).toAnswer(200);
    const path = `/api/account/webhooks/${endpoint.id}`;
    expect(await started.api.patch(path, { active: false }, own)).toAnswer(200);
  });

  it('beyond what a number can hold fail instead of being another id', async () => {
    const exact = Number.MAX_SAFE_INTEGER;
    const insert = (id: string) =>
      source.query(
        `INSERT INTO not_on_whatsapp (message_id, user_id, created_at) VALUES (${id}, 1, '2026-01-31 06:00:00.000')`,
      );
    await insert(String(exact));
    expect(await source.manager.findBy(NotOnWhatsapp, { userId: 1 })).toMatchObject([{ messageId: exact }]);
    await insert('9007199254740993');
    await expect(source.manager.findBy(NotOnWhatsapp, { userId: 1 })).rejects.toThrow(/9007199254740993/);
    expect(
      await source.query('SELECT message_id FROM not_on_whatsapp ORDER BY message_id DESC LIMIT 1'),
    ).toEqual([{ message_id: '9007199254740993' }]);
  });
});

/** All tables in the server's own words. */
async function schemaNow(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of (await source.query<Rows>('SHOW TABLES')).flatMap((row) => Object.values(row))) {
    const [row] = await source.query<Rows>(`SHOW CREATE TABLE ${name}`);
    found[name] = row?.['Create Table'] ?? '';
  }
  return found;
}

/** Fails after so many statements that change something. */
function dyingRunner(runner: QueryRunner, changesMax: number): QueryRunner {
  let changes = 0;
  const query = runner.query.bind(runner);
  vi.spyOn(runner, 'query').mockImplementation((sql, ...rest) => {
    if (sql.startsWith('ALTER') && ++changes > changesMax) throw new Error('killed');
    return query(sql, ...rest);
  });
  return runner;
}

onMysqlOnly('a database that an earlier release made', () => {
  beforeEach(async () => use(await newDatabase('')));

  it('gets the same schema as a new one, however often the change is killed', async () => {
    const wide = await schemaNow();
    const runner = source.createQueryRunner();
    await changeIds(runner, 'int');
    expect((await idChanges(runner, 'bigint')).length).toBeGreaterThan(40);
    await runner.release();
    let kills = 0;
    for (let isDone = false; !isDone;) {
      const dying = dyingRunner(source.createQueryRunner(), 1);
      isDone = await changeIds(dying, 'bigint').then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe('killed');
          return false;
        },
      );
      if (!isDone) kills++;
      await dying.release();
    }
    expect(kills).toBeGreaterThan(50);
    expect(await schemaNow()).toEqual(wide);
  });
});

onMysqlOnly('the migration', () => {
  beforeEach(async () => use(await emptyDatabase('')));

  it('leaves the ids of a database with accounts, whose earlier release may be running', async () => {
    await source.runMigrations({ transaction: 'none' });
    const messages = async () => (await schemaNow())['messages'];
    while (!(await messages())?.includes('`id` int')) await source.undoLastMigration({ transaction: 'none' });
    await source.query(
      `INSERT INTO users (username, username_key, email, email_key, name, role_id, token_version, created_at)
        VALUES ('a', 'a', 'a@example.test', 'a@example.test', 'A', 2, 0, '2026-01-31 06:00:00.000')`,
    );
    await source.runMigrations({ transaction: 'none' });
    expect(await messages()).toContain('`id` int');
  });

  it('is followed by tables with 64-bit ids, whose owner has the type that users.id has so far', async () => {
    await source.runMigrations({ transaction: 'none' });
    const runner = source.createQueryRunner();
    const later = table('later', {
      columns: [wideId(), ref('user_id'), ref('message_id')],
      owner: 'user_id',
    });
    const made = async (type: 'int' | 'bigint') => {
      await changeIds(runner, type);
      await later.up(runner);
      const { later: words } = await schemaNow();
      await later.down(runner);
      return words;
    };
    for (const type of ['int', 'bigint'] as const) {
      const words = await made(type);
      expect(words).toMatch(/`id` bigint.* AUTO_INCREMENT/);
      expect(words).toMatch(new RegExp(`\`user_id\` ${type}\\b`));
      expect(words).toMatch(/`message_id` bigint/);
    }
    await runner.release();
  });
});
