import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { newMysqlDatabase } from '../support/databases.js';
import { newPhone, sendBody } from '../support/factories.js';
import { startMailServer } from '../support/mail-server.js';
import { dropDatabase } from '../support/services/mariadb.js';
import { Fleet, type Member } from './fleet.js';

const SENDS = 10;
const PRICE = 200;
/** A little more than a message without an outcome stays pending. */
const OFF_SECONDS = 16 * 60;
const MAILED_WITHIN_MS = 60_000;

const ENV = { RECOVERY_SECONDS: '1', ALERTS_SECONDS: '1', ALERT_AFTER_SECONDS: '10' };

/** A machine whose clock is so far ahead: all that a program of Node.js can ask it for. */
function clockAhead(seconds: number): Record<string, string> {
  const code = `
    const Real = Date;
    const now = () => Real.now() + ${seconds * 1000};
    globalThis.Date = new Proxy(Real, {
      construct: (_, given, target) => Reflect.construct(Real, given.length > 0 ? given : [now()], target),
      get: (_, name) => (name === "now" ? now : Reflect.get(Real, name)),
    });`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

/** SQLite has one process, with one clock. */
describe.runIf(inject('engine') === 'mysql')('two instances with two clocks', { timeout: 180_000 }, () => {
  let databaseUrl: string;
  beforeEach(async () => {
    databaseUrl = await newMysqlDatabase();
  });
  afterEach(() => dropDatabase(databaseUrl));

  async function fleetOf(aheadSeconds: number, env: Record<string, string> = {}) {
    const fleet = await Fleet.start({
      databaseUrls: [databaseUrl, databaseUrl],
      env: { ...ENV, ...env },
      envs: [{}, clockAhead(aheadSeconds)],
    });
    return { fleet, member: await fleet.member(100 * PRICE) };
  }

  const sendAll = (fleet: Fleet, member: Member, turn: number) =>
    Promise.all(
      Array.from({ length: SENDS }, () => fleet.send(turn, member, sendBody({ phone: newPhone() }))),
    );

  it.each([
    ['ahead', OFF_SECONDS],
    ['behind', -OFF_SECONDS],
  ])('refund nothing that either has under way where one is %s', async (_, aheadSeconds) => {
    const { fleet, member } = await fleetOf(aheadSeconds);
    fleet.gateway.behave({ answerDelayMs: 5000, lookup: 'unavailable' });
    const answers = (await Promise.all([0, 1].map((turn) => sendAll(fleet, member, turn)))).flat();
    for (const answer of answers) expect(answer).toAnswer(200);
    expect(await fleet.balanceOf(member)).toBe((100 - 2 * SENDS) * PRICE);
    const refunds = await fleet.query("SELECT id FROM credit_entries WHERE kind = 'refund'");
    expect(refunds).toEqual([]);
    expect(await fleet.breaches()).toEqual([]);
  });

  it.each([
    ['ahead', OFF_SECONDS],
    ['behind', -OFF_SECONDS],
  ])('keep verifications, keys, sessions and moments alike where one is %s', async (_, aheadSeconds) => {
    const { fleet, member } = await fleetOf(aheadSeconds);
    for (const [made, asked] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const token = member.key;
      const sent = sendBody({ phone: newPhone() });
      const headers = { 'idempotency-key': `clock-${made}` };
      const sending = { token, headers };
      const first = await fleet.api(made).post('/api/otp/send', sent, sending);
      expect(first).toAnswer(200);
      const again = await fleet.api(asked).post('/api/otp/send', sent, sending);
      expect(again).toAnswer(200);
      expect(again.text).toBe(first.text);
      expect((await fleet.api(asked).post('/api/otp/send', sent, { token })).body.code).toBe('duplicate');

      const body = { phone: newPhone(), company_name: 'Toko Uji', ttl_seconds: 60 };
      const verification = await fleet.api(made).post('/api/otp/verifications', body, { token });
      const { verification_id: id, reference } = verification.body.data as Record<string, string>;
      const code = /[0-9]{6}/.exec(fleet.gateway.find(reference ?? '')?.text ?? '')?.[0];
      const path = `/api/otp/verifications/${id}/check`;
      const checked = await fleet.api(asked).post(path, { otp_code: code }, { token });
      expect(checked.body.data).toMatchObject({ status: 'approved' });
    }
    const late = 'SELECT id FROM messages WHERE ABS(TIMESTAMPDIFF(SECOND, created_at, UTC_TIMESTAMP())) > 60';
    expect(await fleet.query(late)).toEqual([]);
    expect(await fleet.breaches()).toEqual([]);
  });

  it('recover at the one that is right alone, and mail the operator of the other', async () => {
    const mails = await startMailServer();
    onTestFinished(() => mails.close());
    const mailing = { SMTP_URL: `smtp://${mails.address}`, ALERT_MAIL_TO: 'ops@sandi.test' };
    const { fleet, member } = await fleetOf(OFF_SECONDS, mailing);
    fleet.gateway.behave({ dropAnswer: 'after' });
    expect(await fleet.send(1, member, sendBody())).toAnswer(504);
    await expect
      .poll(() => fleet.services[0]?.output, { timeout: MAILED_WITHIN_MS })
      .toContain('a pending message was recovered');
    expect(fleet.services[1]?.output).not.toContain('a pending message was recovered');
    expect(fleet.services[1]?.output).toContain('the clock of this machine is wrong');
    const toOperator = () => mails.received.filter(({ to }) => to.includes('ops@sandi.test'));
    await expect
      .poll(() => toOperator().map(({ mail }) => mail.subject), { timeout: MAILED_WITHIN_MS })
      .toEqual([expect.stringMatching(/^Sandi: jam mesin \S+ salah$/)]);
    expect(toOperator()[0]?.mail.text).toContain(`${OFF_SECONDS} detik lebih cepat`);
    const [right, wrong] = await Promise.all(
      [0, 1].map(async (turn) => {
        const { text } = await fleet.api(turn).get('/metrics');
        return Number(/^sandi_clock_skew_seconds (\S+)$/m.exec(text)?.[1]);
      }),
    );
    expect(right).toBeCloseTo(0, 0);
    expect(wrong).toBeCloseTo(OFF_SECONDS, 0);
    expect(await fleet.breaches()).toEqual([]);
  });
});
