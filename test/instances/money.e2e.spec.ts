import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { newMysqlDatabase } from '../support/databases.js';
import { sendBody } from '../support/factories.js';
import { dropDatabase } from '../support/services/mariadb.js';
import { Fleet } from './fleet.js';

/** SQLite refuses a second process; that it does is tested with the operations. */
describe.runIf(inject('engine') === 'mysql')('two processes on one database', { timeout: 120_000 }, () => {
  let databaseUrl: string;
  beforeEach(async () => {
    databaseUrl = await newMysqlDatabase();
  });
  afterEach(() => dropDatabase(databaseUrl));

  it('sell exactly the 50 sends that a balance pays for, of 200 at once', async () => {
    const fleet = await Fleet.start({ databaseUrls: [databaseUrl, databaseUrl] });
    const member = await fleet.member(50 * 200);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, turn) => fleet.send(turn, member, sendBody())),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(402)]).toEqual([50, 150]);
    expect([await fleet.balanceOf(member, 0), await fleet.balanceOf(member, 1)]).toEqual([0, 0]);
    const [ledger] = await fleet.query<{ sum: string; charges: string }>(
      "SELECT SUM(amount) AS sum, SUM(kind = 'charge') AS charges FROM credit_entries WHERE user_id = ?",
      [member.userId],
    );
    expect([Number(ledger?.sum), Number(ledger?.charges)]).toEqual([0, 50]);
    expect(fleet.gateway.requests.sends).toBe(50);
    expect(fleet.gateway.accepted.length).toBe(50);
    expect(await fleet.breaches()).toEqual([]);
  });

  it('let one of many equal requests through, wherever they arrive', async () => {
    const fleet = await Fleet.start({ databaseUrls: [databaseUrl, databaseUrl] });
    const member = await fleet.member(100 * 200);
    for (let round = 0; round < 10; round++) {
      const body = sendBody();
      const answers = await Promise.all([0, 1, 0, 1].map((turn) => fleet.send(turn, member, body)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    }
    expect(fleet.gateway.requests.sends).toBe(10);
    expect(await fleet.breaches()).toEqual([]);
  });
});
