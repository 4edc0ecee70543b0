import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Device } from '../../../src/gateway/device.entities.js';
import { AllowanceReservations } from '../../../src/gateway/pool/allowance-reservations.js';
import { DeviceScorer } from '../../../src/gateway/pool/device-scorer.js';
import { RecipientContacts } from '../../../src/gateway/pool/recipient-contacts.js';
import { Message } from '../../../src/otp/message.entities.js';
import { startTestService, type TestService } from '../../support/service.js';
import { planOf, type Statement, statementsOf } from '../../support/statements.js';
import { addDevice } from '../devices.js';
import { Pooling } from './pooling.js';

const ENV = {
  // On a busy machine what runs beside a send would be in each of those that are counted.
  ...{ DEVICE_JUDGE_SECONDS: '3600', DEVICE_PROBE_SECONDS: '3600', RECOVERY_SECONDS: '3600' },
  ...{ ALERTS_SECONDS: '3600', WEBHOOK_SWEEP_MS: '60000', BOOKS_SECONDS: '0' },
  ...{ RECIPIENT_ATTEMPTS_MAX: '1000', RECIPIENT_HOURLY_MAX: '1000' },
};
/** Of a recipient, of a device, and more than either: enough that an engine would rather use an index. */
const [RECIPIENTS, DEVICES, MESSAGES] = [400, 20, 8000];

let service: TestService;

const start = async (env: Record<string, string> = {}) => {
  service = await startTestService({ env: { ...ENV, ...env } });
};

describe('a send', () => {
  const startOwn = async (env?: Record<string, string>) => {
    await start(env);
    onTestFinished(() => service.close());
  };
  /** The statements of the shortest of some sends: sweepers and the list of devices come in between. */
  const shortest = async (): Promise<Statement[]> => {
    const pooling = await Pooling.begin(service);
    await pooling.sent();
    let least: Statement[] | undefined;
    for (let i = 0; i < 5; i++) {
      const statements = await statementsOf(service, () => pooling.send());
      const own = statements.filter((one) => tableOf(one));
      if (!least || own.length < least.length) least = own;
    }
    return least ?? [];
  };
  const another = () => addDevice(service, service.gateway.url, service.gateway.token);

  it('through the native device of a newcomer asks the database nothing for the pool', async () => {
    await startOwn();
    const statements = await shortest();
    expect(statements.map(tableOf)).toContain('messages');
    expect(statements.map(tableOf).filter((table) => table?.startsWith('device'))).toEqual([]);
  });

  it('through several of them reads once whom the recipient has heard from, and to whom it wrote', async () => {
    await startOwn();
    const alone = await shortest();
    await another();
    expect(await shortest()).toHaveLength(alone.length + 1);
  });

  it('through several of them reads nothing where recipients do not stay with a device', async () => {
    await startOwn({ DEVICE_STICKY_HOURS: '0' });
    const alone = await shortest();
    await another();
    expect(await shortest()).toHaveLength(alone.length);
  });

  it('through a device with caps reserves several at once', async () => {
    await startOwn();
    const alone = await shortest();
    const { id } = await service.database.read.findOneByOrFail(Device, { name: 'gateway' });
    const limits = { per_minute: 1000, per_day: 10_000 };
    await (await Pooling.begin(service)).admin('patch', `/${id}`, { limits });
    expect(await shortest()).toHaveLength(alone.length);
  });
});

describe('the pool’s reads', () => {
  beforeAll(() => start());
  afterAll(() => service.close());

  const recipient = (i: number) => String(i % RECIPIENTS).padStart(64, '0');

  /** Rows as sends leave them; the books are none of this test's business. */
  const fill = async () => {
    const now = service.clock.now();
    const rows = Array.from({ length: MESSAGES }, (_, i) =>
      Object.assign(new Message(), {
        reference: `otp_filled_${i}`,
        userId: 1,
        apiKeyId: 1,
        livemode: true,
        status: 'sent',
        deviceId: (i % DEVICES) + 1,
        creditUsed: 0,
        recipientMasked: '6281****7890',
        recipientIndex: recipient(i),
        duplicateIndex: String(i).padStart(64, '0'),
        companyName: 'Toko',
        day: '2026-01-31',
        createdAt: now,
        leaseUntil: now,
        sentAt: now,
        checkTries: 0,
      } satisfies Partial<Message>),
    );
    while (rows.length > 0) {
      const batch = rows.splice(0, 500);
      await service.database.tx((tx) =>
        tx.createQueryBuilder().insert().into(Message).values(batch).updateEntity(false).execute(),
      );
    }
    await service.database.tx((tx) =>
      tx.query(service.database.engine === 'sqlite' ? 'ANALYZE' : 'ANALYZE TABLE messages'),
    );
  };
  const plansOf = async (work: () => Promise<unknown>, table: string) => {
    const statements = await statementsOf(service, work);
    const reads = statements.filter((one) => one.sql.startsWith('SELECT') && tableOf(one) === table);
    return Promise.all(reads.map((read) => planOf(service, read)));
  };

  it('find the messages of a recipient and of a device by their indexes', async () => {
    await fill();
    const contacts = service.app.get(RecipientContacts);
    const ofRecipient = await plansOf(() => contacts.of([recipient(7)]), 'messages');
    expect(ofRecipient).toEqual([expect.stringContaining('messages_recipient_index_created_at')]);
    const judge = service.app.get(DeviceScorer);
    const ofDevice = await plansOf(() => judge.scoreDevices(), 'messages');
    expect(ofDevice.length).toBeGreaterThan(0);
    for (const plan of ofDevice) expect(plan).toContain('messages_device_id_id');
    for (const plan of [...ofRecipient, ...ofDevice]) expect(plan).not.toMatch(/filesort|temp b-tree/i);
  });

  it('find the pairs of a recipient by their key', async () => {
    const claims = service.app.get(AllowanceReservations);
    const [plan] = await plansOf(() => claims.pairsOf([recipient(7)]), 'device_pairs');
    // TiDB stores the rows in the order of their key.
    expect(plan).toMatch(/PRIMARY|autoindex_device_pairs|TableRangeScan/);
  });
});

/** `undefined`: of none, as COMMIT. */
const tableOf = ({ sql }: Statement) => /(?:FROM|INTO|^UPDATE) ["`]?(\w+)/.exec(sql)?.[1];
