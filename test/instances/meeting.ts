import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { DeviceAllowance } from '../../src/gateway/device.entities.js';
import { DevicePool } from '../../src/gateway/pool/device-pool.js';
import { Message, MessageCounter } from '../../src/otp/message.entities.js';
import { Recovery } from '../../src/otp/recovery.js';
import { Retention } from '../../src/otp/retention.js';
import { Verification } from '../../src/otp/verifications/verification.entities.js';
import { VerificationChecks } from '../../src/otp/verifications/verification-checks.js';
import { addSeconds, DAY_SECONDS } from '../../src/platform/time/clock.js';
import { DeliveriesService } from '../../src/webhook/deliveries.service.js';
import { DeliveryWorker } from '../../src/webhook/delivery-worker.js';
import { EventFanOut } from '../../src/webhook/event-fan-out.js';
import { WebhookDelivery, WebhookEvent } from '../../src/webhook/webhook.entities.js';
import { signedCallback, statusEvent } from '../callbacks/signed-callback.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { fillBacklog } from '../webhook/backlog.js';
import { Receiver } from '../webhook/receiver.js';
import { dataOf, type Endpoint, ROOT } from '../webhook/support.js';

/** `DEADLOCK_UNITS=1000` for more of each. */
const UNITS = Number(process.env['DEADLOCK_UNITS'] ?? 100);
const AT_ONCE = 20;
const ROUNDS_MAX = 100;
/** Long enough for some of what a replay makes due to be attempted, and not all of it. */
const SOME_ATTEMPTS_MS = 150;
const PATIENT = { interval: 100, timeout: 10_000 };
const RETENTION_DAYS = 30;
const ENV = {
  RECOVERY_SECONDS: '3600',
  WEBHOOK_SWEEP_MS: '3600000',
  WEBHOOK_ALLOW_PRIVATE: '1',
  DEVICE_PER_MINUTE: '0',
  DEVICE_PER_DAY: '0',
  RECIPIENT_ATTEMPTS_MAX: '100000',
  RECIPIENT_HOURLY_MAX: '100000',
  INSTANCES: '2',
  MESSAGE_RETENTION_DAYS: String(RETENTION_DAYS),
};

/** Two services that do the same work on the same data at the same moment. */
export class Meeting {
  private constructor(
    private readonly both: readonly [TestService, TestService],
    private readonly accounts: readonly Account[],
  ) {}

  /** Each by an address of its own: of one server, or of two nodes. */
  static async start(databaseUrls: readonly [string, string]): Promise<Meeting> {
    const [databaseUrl, others] = databaseUrls;
    const first = await startTestService({ databaseUrl, env: ENV, checkResponses: false });
    const { gateway } = first;
    const more = { databaseUrl: others, env: ENV, gateway, checkResponses: false };
    const both = [first, await startTestService(more)] as const;
    const accounts: Account[] = [];
    for (let nth = 0; nth < 3; nth++) {
      const account = await createAccount(first, 100_000_000);
      accounts.push(account);
      const token = await userToken(first, account.userId);
      for (const path of ['a', 'b'])
        await first.api.post(ROOT, { url: `http://127.0.0.1:9/${path}` }, { token });
    }
    const meeting = new Meeting([...both], accounts);
    for (const { key } of accounts) await meeting.knownToBoth(key);
    return meeting;
  }

  /** The one that the others' data is read by. */
  get one(): TestService {
    return this.both[0];
  }

  async end(): Promise<void> {
    for (const service of this.both.toReversed()) await service.close();
  }

  /** Sends of three accounts, every third under an Idempotency-Key. */
  async sends(): Promise<number> {
    return this.meet(UNITS, async (service, nth) => {
      const headers = nth % 3 === 0 ? { 'idempotency-key': `deadlock-${nth}` } : {};
      expect(await this.send(service, this.accountOf(nth).key, sendBody(), headers)).toBe(200);
    });
  }

  /** Sends under one capped key, and equal ones at both. */
  async capped(): Promise<number> {
    const { key } = await this.one.app.get(ApiKeysService).create(this.accountOf(0).userId, {
      name: 'uji',
      mode: 'live',
      daily_cap: 100_000,
      spend_cap: 1_000_000_000,
    });
    await this.knownToBoth(key);
    const bodies = Array.from({ length: UNITS }, () => sendBody());
    return this.meet(UNITS, async (service, nth) => {
      expect([200, 409]).toContain(await this.send(service, key, bodies[Math.floor(nth / 2)]));
    });
  }

  /** Sends through a device with allowances and pairs. */
  async allowances(): Promise<number> {
    const limits = { per_minute: 2 * UNITS, per_day: 2 * UNITS, new_per_day: 2 * UNITS, pair_seconds: 1 };
    await this.limitDevices(JSON.stringify(limits));
    this.advance(60);
    const done = await this.meet(UNITS, (service, nth) => this.send(service, this.accountOf(nth).key));
    expect(await this.one.database.read.count(DeviceAllowance)).toBeGreaterThan(0);
    await this.limitDevices(null);
    return done;
  }

  /** Callbacks, each told to both. */
  async callbacks(): Promise<number> {
    const sent = await this.one.database.read.find(Message, { where: { status: 'sent' }, take: UNITS });
    return this.meet(2 * sent.length, async (service, nth) => {
      const id = sent[Math.floor(nth / 2)]?.gatewayMessageId ?? '';
      const secret = service.config.webhookSecrets[0] ?? '';
      const callback = signedCallback(statusEvent(id, 'delivered'), secret, service.clock.now());
      const answer = await service.api.post('/api/webhook/gateway', undefined, callback);
      expect(answer).toAnswer(200);
    });
  }

  /** The recovery of messages whose outcome is unknown. */
  async recovery(): Promise<number> {
    this.one.gateway.behave({ dropAnswer: 'after' });
    const count = Math.ceil(UNITS / 2);
    const sending = Array.from({ length: count }, (_, nth) => this.send(this.one, this.accountOf(nth).key));
    await Promise.all(sending);
    this.one.gateway.behave({ dropAnswer: 'never' });
    const pending = () => this.one.database.read.countBy(Message, { status: 'pending' });
    // A round takes the oldest, and both begin with the same ones.
    for (let round = 0; round < ROUNDS_MAX && (await pending()) > 0; round++) {
      this.advance(120);
      await this.meet(4, (service) => service.app.get(Recovery).sweep());
    }
    await expect.poll(pending, PATIENT).toBe(0);
    return count;
  }

  /** The expansion of events. */
  async expansion(): Promise<number> {
    const done = await this.meet(2 * AT_ONCE, async (service) => {
      while (await service.app.get(EventFanOut).createDeliveries());
    });
    const made = this.one.database.read.countBy(WebhookDelivery, { state: 'pending' });
    expect(await made).toBeGreaterThan(UNITS);
    return done;
  }

  /** All that failed at a webhook, replayed by both while both deliver it: at first it fails again. */
  async replays(): Promise<number> {
    const receiver = await Receiver.start();
    try {
      const { userId } = await createAccount(this.one);
      const token = await userToken(this.one, userId);
      const created = await this.one.api.post(ROOT, { url: receiver.url('/') }, { token });
      const endpointId = dataOf<Endpoint>(created).id;
      const deliveries = 2 * Math.ceil(UNITS / 2);
      await fillBacklog(this.one.database, { userId, endpointIds: [endpointId], deliveries });
      const pending = ({ database }: TestService) =>
        database.read.countBy(WebhookDelivery, { endpointId, state: 'pending' });
      for (const service of this.both) await expect.poll(() => pending(service), PATIENT).toBe(deliveries);
      const since = addSeconds(this.one.clock.now(), -3600).toISOString();
      const replay = ({ app }: TestService) =>
        app.get(DeliveriesService).failedSince(userId, endpointId, since);
      receiver.behave('/', { status: 500 });
      this.advance(600);
      await this.deliverAll();
      for (const status of [500, 500, 200]) {
        receiver.behave('/', { status });
        const made = await Promise.all(this.both.map(replay));
        expect(made.reduce((sum, { replayed }) => sum + replayed, 0)).toBeGreaterThan(0);
        await sleep(SOME_ATTEMPTS_MS);
        await Promise.all(this.both.map(replay));
        await this.deliverAll();
      }
      const left = async () => {
        this.advance(60);
        await this.deliverAll();
        return pending(this.one);
      };
      await expect.poll(left, PATIENT).toBe(0);
      return deliveries;
    } finally {
      await receiver.close();
    }
  }

  /** The end of verifications that expired. */
  async expiry(): Promise<number> {
    const { userId, key: token } = this.accountOf(0);
    const ttl_seconds = 60;
    await this.meet(UNITS, async ({ api }) => {
      const { phone, company_name } = sendBody();
      const made = await api.post('/api/otp/verifications', { phone, company_name, ttl_seconds }, { token });
      expect(made).toAnswer(201);
    });
    this.advance(ttl_seconds + 1);
    await this.meet(4, (service) => service.app.get(VerificationChecks).expireDue());
    const { read } = this.one.database;
    // On Galera a node sees what the other has committed a moment later.
    const expired = () => read.countBy(Verification, { userId, status: 'expired' });
    await expect.poll(expired, PATIENT).toBe(UNITS);
    const events = () => read.countBy(WebhookEvent, { userId, type: 'verification.expired' });
    await expect.poll(events, PATIENT).toBe(UNITS);
    return UNITS;
  }

  /** The purge of messages whose account has no webhook. */
  async purge(): Promise<number> {
    const { key, userId } = await createAccount(this.one, 100_000_000);
    await this.knownToBoth(key);
    await this.meet(UNITS, async (service) => expect(await this.send(service, key)).toBe(200));
    this.advance((RETENTION_DAYS + 1) * DAY_SECONDS);
    await this.meet(4, (service) => service.app.get(Retention).purgeExpired());
    const { read } = this.one.database;
    await expect.poll(() => read.countBy(Message, { userId }), PATIENT).toBe(0);
    const counters = await read.findBy(MessageCounter, { userId });
    const sumOf = (column: 'purgedSent' | 'purgedDelivered' | 'purgedFailed') =>
      counters.reduce((sum, counter) => sum + counter[column], 0);
    expect(sumOf('purgedSent') + sumOf('purgedDelivered') + sumOf('purgedFailed')).toBe(UNITS);
    return UNITS;
  }

  /** Equal requests under one key, at both in turn; returns the answers. */
  async equal(
    count: number,
    idempotencyKey: string,
  ): Promise<{ status: number; code: unknown; text: string }[]> {
    const { key: token } = this.accountOf(0);
    const body = sendBody();
    const requests = Array.from({ length: count }, async (_, nth) => {
      const { api } = this.both[nth % 2] as TestService;
      const headers = { 'idempotency-key': idempotencyKey };
      const { status, body: answer, text } = await api.post('/api/otp/send', body, { token, headers });
      return { status, code: answer.code, text };
    });
    return Promise.all(requests);
  }

  /** Runs the work for each number, some at once and by both in turn; returns how many there were. */
  private async meet(count: number, work: (service: TestService, nth: number) => Promise<unknown>) {
    let next = 0;
    const worker = async () => {
      for (let nth = next++; nth < count; nth = next++) await work(this.both[nth % 2] as TestService, nth);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return count;
  }

  /** Both attempt whatever is due, until nothing is. */
  private async deliverAll(): Promise<void> {
    const workers = this.both.map(({ app }) => app.get(DeliveryWorker));
    for (const worker of workers) worker.nudge();
    await Promise.all(workers.map((worker) => worker.idle()));
  }

  private advance(seconds: number): void {
    for (const { clock } of this.both) clock.advance(seconds);
  }

  /** A node shows what was committed at another a moment later. */
  private async knownToBoth(token: string): Promise<void> {
    for (const { api } of this.both)
      await vi.waitFor(
        async () => expect(await api.get('/api/otp/credit', { token })).toAnswer(200),
        PATIENT,
      );
  }

  private async limitDevices(limits: string | null): Promise<void> {
    await this.one.database.tx((tx) => tx.query('UPDATE devices SET limits = ?', [limits]));
    for (const { app } of this.both) await app.get(DevicePool).refresh();
  }

  private accountOf(nth: number): Account {
    return this.accounts[Math.floor(nth / 2) % this.accounts.length] as Account;
  }

  private async send({ api }: TestService, token: string, body = sendBody(), headers = {}): Promise<number> {
    return (await api.post('/api/otp/send', body, { token, headers })).status;
  }
}

/** What two processes do at once, by name. */
export const UNITS_OF_WORK = {
  // First, while nothing else is waiting to be delivered.
  'replays of all that failed at a webhook': (meeting) => meeting.replays(),
  'sends of three accounts, every third under an Idempotency-Key': (meeting) => meeting.sends(),
  'sends under one capped key, and equal ones at both': (meeting) => meeting.capped(),
  'sends through a device with allowances': (meeting) => meeting.allowances(),
  'callbacks, each told to both': (meeting) => meeting.callbacks(),
  'the recovery of messages whose outcome is unknown': (meeting) => meeting.recovery(),
  'the expansion of events': (meeting) => meeting.expansion(),
  'the end of verifications that expired': (meeting) => meeting.expiry(),
  'the purge of old messages': (meeting) => meeting.purge(),
} satisfies Record<string, (meeting: Meeting) => Promise<number>>;
