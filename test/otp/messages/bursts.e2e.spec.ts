import {
  afterAll,
  beforeAll,
  describe,
  expect,
  inject,
  it,
  onTestFinished,
  type ProvidedContext,
} from 'vitest';
import { CreditBalance } from '../../../src/credit/credit.entities.js';
import { Credit } from '../../../src/credit/index.js';
import { Message } from '../../../src/otp/message.entities.js';
import { keepBooks } from '../../support/app.js';
import { type Account, createAccount, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
keepBooks(() => service);

const balanceOf = async ({ userId }: Account, { database }: TestService = service) =>
  (await database.read.findOneByOrFail(CreditBalance, { userId })).balance;
const messagesOf = ({ userId }: Account) => service.database.read.countBy(Message, { userId });

/** All at once; how many got which answer. */
async function burst(sends: [Account, object, Record<string, string>?][]): Promise<Record<string, number>> {
  const answers = await Promise.all(
    sends.map(([{ key }, body, headers]) => service.api.post('/api/otp/send', body, { token: key, headers })),
  );
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status === 200 ? 'sent' : String(body.code);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);

describe('sends that come at once', () => {
  it('are refused each for itself: who cannot pay, and who repeats, keeps nobody else from going', async () => {
    const [rich, poor] = [await createAccount(service, 10_000), await createAccount(service, 300)];
    const again = sendBody();
    const counts = await burst([
      ...times(10, (): [Account, object] => [rich, sendBody()]),
      ...times(3, (): [Account, object] => [rich, again]),
      ...times(4, (): [Account, object] => [poor, sendBody()]),
    ]);
    expect(counts).toEqual({ sent: 12, duplicate: 2, insufficient_credit: 3 });
    expect([await balanceOf(rich), await balanceOf(poor)]).toEqual([10_000 - 11 * 200, 100]);
    expect([await messagesOf(rich), await messagesOf(poor)]).toEqual([11, 1]);
  });

  it('may repeat what was refused: it held no window', async () => {
    const account = await createAccount(service, 0);
    const body = sendBody();
    expect(await burst([[account, body]])).toEqual({ insufficient_credit: 1 });
    const credit = service.app.get(Credit);
    await service.database.tx((tx) => credit.move(tx, { userId: account.userId, amount: 400 }));
    expect(await burst([[account, body]])).toEqual({ sent: 1 });
  });

  it('under one Idempotency-Key go out once, whoever else is under way', async () => {
    const account = await createAccount(service, 10_000);
    const body = sendBody();
    const headers = { 'idempotency-key': 'satu' };
    const counts = await burst([
      ...times(5, (): [Account, object, Record<string, string>] => [account, body, headers]),
      ...times(5, (): [Account, object] => [account, sendBody()]),
    ]);
    expect(counts['sent']).toBeGreaterThanOrEqual(6);
    expect(await messagesOf(account)).toBe(6);
    expect(await balanceOf(account)).toBe(10_000 - 6 * 200);
  });

  it('fail alone when the database refuses one of them', async () => {
    await poison();
    const account = await createAccount(service, 10_000);
    const counts = await burst([
      ...times(8, (): [Account, object] => [account, sendBody()]),
      [account, { ...sendBody(), company_name: POISON }],
      ...times(8, (): [Account, object] => [account, sendBody()]),
    ]);
    expect(counts).toEqual({ sent: 16, internal_error: 1 });
    expect(await balanceOf(account)).toBe(10_000 - 16 * 200);
  });

  describe('to a service where few may wait', () => {
    let narrow: TestService;
    beforeAll(async () => {
      narrow = await startTestService({ env: { SEND_QUEUE_MAX: '2', SEND_BATCH_MAX: '1' } });
    });
    afterAll(() => narrow.close());
    keepBooks(() => narrow);

    it('are answered with 503 where more wait than may, and cost nothing then', async () => {
      const account = await createAccount(narrow, 10_000);
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      let hold = () => {};
      const isHeld = new Promise<void>((resolve) => (hold = resolve));
      // Two wait for as long as the account is held, and one more is under way if it began before the others came.
      const holding = narrow.database.tx(async (tx) => {
        await tx.update(CreditBalance, { userId: account.userId }, { balance: () => 'balance + 0' });
        hold();
        await held;
      });
      await isHeld;
      let answered = 0;
      const sends = times(10, async () => {
        const { status } = await narrow.api.post('/api/otp/send', sendBody(), { token: account.key });
        if (++answered === 7) release();
        return status;
      });
      const statuses = (await Promise.all(sends)).sort();
      await holding;
      const sent = statuses.filter((status) => status === 200).length;
      expect([2, 3]).toContain(sent);
      expect(statuses).toEqual([...times(sent, () => 200), ...times(10 - sent, () => 503)]);
      expect(await balanceOf(account, narrow)).toBe(10_000 - sent * 200);
    });
  });
});

const POISON = 'Racun';

/** The database refuses any message of this company, until the test is over. */
async function poison(): Promise<void> {
  const { start, end } = poisonOf(service.database.engine === 'sqlite' ? 'sqlite' : inject('sqlServer'));
  onTestFinished(() => service.database.tx((tx) => tx.query(end)));
  await service.database.tx((tx) => tx.query(start));
}

function poisonOf(engine: 'sqlite' | ProvidedContext['sqlServer']) {
  const when = `NEW.company_name = '${POISON}'`;
  const trigger = 'CREATE TRIGGER poison BEFORE INSERT ON messages';
  if (engine === 'sqlite')
    return {
      start: `${trigger} WHEN ${when} BEGIN SELECT RAISE(ABORT, 'poison'); END`,
      end: 'DROP TRIGGER poison',
    };
  // It has no triggers.
  if (engine === 'tidb')
    return {
      start: `ALTER TABLE messages ADD CONSTRAINT poison CHECK (company_name <> '${POISON}')`,
      end: 'ALTER TABLE messages DROP CONSTRAINT poison',
    };
  return {
    start: `${trigger} FOR EACH ROW IF ${when} THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'poison'; END IF`,
    end: 'DROP TRIGGER poison',
  };
}
