import { describe, expect, inject, it } from 'vitest';
import { schema } from '../../ormconfig.js';
import { changeIds } from '../../src/migrations/wide-ids/wide-ids.js';
import { connect } from '../../src/platform/database/index.js';
import { Fleet, type Member } from '../instances/fleet.js';
import { newDatabase } from '../support/databases.js';
import { sendBody } from '../support/factories.js';
import { Program } from '../support/program.js';

const PROGRAM = 'dist/src/migrations/wide-ids/main.js';

/** SQLite's ids have 64 bits, and those of every database on TiDB. */
const runs = inject('engine') === 'mysql' && inject('sqlServer') !== 'tidb';

describe.runIf(runs)('npm run widen-ids', { timeout: 180_000 }, () => {
  it('changes a database under two instances, which read and write before, during and after', async () => {
    const database = await newDatabase('');
    const source = await connect({ url: database.url, poolSize: 1 }, schema);
    const runner = source.createQueryRunner();
    await changeIds(runner, 'int');
    await runner.release();
    await source.destroy();
    const fleet = await Fleet.start({ databaseUrls: [database.url, database.url] });
    const member = await fleet.member(10_000);
    const use = async (turn: number, { key }: Member) => {
      expect(await fleet.send(turn, member, sendBody())).toAnswer(200);
      const history = await fleet.api(turn + 1).get('/api/otp/history?limit=1', { token: key });
      expect(history).toAnswer(200);
    };
    const columns = () =>
      fleet.query<{ type: string; n: number }>(
        `SELECT DATA_TYPE AS type, COUNT(*) AS n FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()
          AND COLUMN_NAME IN ('id', 'message_id') AND TABLE_NAME <> 'migrations' GROUP BY DATA_TYPE`,
      );
    await use(0, member);
    expect((await columns()).map(({ type }) => type)).toContain('int');

    const env = { DATABASE_URL: database.url };
    const plan = new Program(PROGRAM, env, { args: ['--print'] });
    expect(await plan.exit()).toEqual({ code: 0, signal: null });
    expect(plan.output).toMatch(/^messages \(about \d+ rows\): MODIFY id bigint NOT NULL AUTO_INCREMENT, /m);
    expect((await columns()).map(({ type }) => type)).toContain('int');

    const program = new Program(PROGRAM, env);
    const done = program.exit();
    for (let turn = 0; turn < 6; turn++) await use(turn, member);
    expect(await done, program.output).toEqual({ code: 0, signal: null });
    expect(program.output).toMatch(/^messages: about \d+ rows in \d+\.\d s$/m);
    expect((await columns()).map(({ type }) => type)).not.toContain('int');

    await fleet.query('ALTER TABLE messages AUTO_INCREMENT = 3000000000');
    for (const turn of [0, 1]) await use(turn, member);
    const { body } = await fleet.api(0).get('/api/otp/history?limit=1', { token: member.key });
    expect((body.data as { items: { id: unknown }[] }).items[0]?.id).toBe(3_000_000_001);
    expect(await fleet.breaches()).toEqual([]);
    const again = new Program(PROGRAM, env);
    expect(await again.exit()).toEqual({ code: 0, signal: null });
    expect(again.output).toBe('All ids have 64 bits.\n');
    await database.drop();
  });
});
