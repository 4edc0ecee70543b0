import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { newMysqlDatabase } from '../support/databases.js';
import { dropDatabase } from '../support/services/mariadb.js';
import { Fleet, type Member } from './fleet.js';

const ROOT = '/api/otp/verifications';
const ROUNDS = 10;
/** Of one round, half of them at each process. */
const CHECKS = 16;

interface Told {
  verification_id: string;
  reference: string;
  status: string;
  attempts_left: number;
}

describe.runIf(inject('engine') === 'mysql')('two processes on one database', { timeout: 120_000 }, () => {
  let databaseUrl: string;
  let fleet: Fleet;
  let member: Member;
  let turn = 0;
  beforeEach(async () => {
    databaseUrl = await newMysqlDatabase();
    fleet = await Fleet.start({
      databaseUrls: [databaseUrl, databaseUrl],
      env: { CHECK_RATE_PER_MINUTE: '100000' },
    });
    member = await fleet.member(100_000);
  });
  afterEach(async () => {
    expect(await fleet.breaches()).toEqual([]);
    await dropDatabase(databaseUrl);
  });

  const post = async (path: string, body?: object) =>
    (await fleet.api(turn++).post(ROOT + path, body, { token: member.key })).body.data as Told;
  const create = async (body: object = {}) => {
    const phone = `0812${String(turn).padStart(8, '0')}`;
    const made = await post('', { phone, company_name: 'Toko Uji', ...body });
    const code = /[0-9]{6}/.exec(fleet.gateway.find(made.reference)?.text ?? '')?.[0] ?? '';
    return { id: made.verification_id, code, phone };
  };
  const check = async (id: string, otp_code: string) => {
    const answer = await fleet.api(turn++).post(`${ROOT}/${id}/check`, { otp_code }, { token: member.key });
    return answer.status === 200 ? (answer.body.data as Told).status : answer.body.code;
  };
  const sorted = async (asks: Promise<string>[]) => {
    const counts: Record<string, number> = {};
    for (const status of await Promise.all(asks)) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };

  it('approve a verification once, whichever of them is asked', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, code } = await create();
      const asks = Array.from({ length: CHECKS }, () => check(id, code));
      expect(await sorted(asks)).toEqual({ approved: 1, verification_over: CHECKS - 1 });
    }
    const [converted] = await fleet.query<{ count: string }>(
      'SELECT SUM(converted) AS count FROM message_counters',
    );
    expect(Number(converted?.count)).toBe(ROUNDS);
  });

  it('compare no more codes than there are tries, together', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await create({ max_attempts: 3 });
      const asks = Array.from({ length: CHECKS }, (_, nth) => check(id, `12345678${10 + nth}`));
      expect(await sorted(asks)).toEqual({ pending: 2, failed: CHECKS - 2 });
    }
  });

  it('send five new codes, together, and one at a time', async () => {
    const { id, phone } = await create();
    const resend = (nth: number) =>
      fleet.api(nth).post(`${ROOT}/${id}/resend`, { phone }, { token: member.key });
    let sent = 0;
    while (sent < 5) {
      const answers = await Promise.all(Array.from({ length: 8 }, (_, nth) => resend(nth)));
      const told = answers.map(({ status, body }) => body.code ?? status);
      for (const each of told) expect([200, 'resend_in_flight', 'resend_limit']).toContain(each);
      expect(told).toContain(200);
      sent += answers.filter(({ status }) => status === 200).length;
    }
    expect(sent).toBe(5);
    for (const nth of [0, 1]) expect((await resend(nth)).body.code).toBe('resend_limit');
    expect(await fleet.balanceOf(member)).toBe(100_000 - 6 * 200);
  });

  it('leave the first code as it was, where the gateway refuses all that are asked for at once', async () => {
    const { id, code, phone } = await create();
    fleet.gateway.script(() => ({ refuse: { status: 400, error: 'number is not on WhatsApp' } }));
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await Promise.all(
        Array.from({ length: 4 }, (_, nth) =>
          fleet.api(nth).post(`${ROOT}/${id}/resend`, { phone }, { token: member.key }),
        ),
      );
      for (const { body } of answers) expect(['gateway_error', 'resend_in_flight']).toContain(body.code);
    }
    fleet.gateway.script(null);
    expect(
      await fleet.query('SELECT resends, previous_message_id AS code_before FROM verifications'),
    ).toEqual([{ resends: 0, code_before: null }]);
    expect(await fleet.balanceOf(member)).toBe(100_000 - 200);
    expect(await check(id, code)).toBe('approved');
  });
});
