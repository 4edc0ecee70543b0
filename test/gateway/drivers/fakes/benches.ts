import { Webhook } from 'standardwebhooks';
import { startSimulator } from '../../../../simulator/gateway.js';
import { ending } from '../../support.js';
import { ANDROID_SMS, event as androidEvent, startAndroidSms } from './android-sms.js';
import { connection, EVOLUTION, startEvolution, update } from './evolution.js';
import { type Desk, type FakeCallback, type FakeRequest } from './fake.js';
import { FONNTE, report as fonnteReport, startFonnte } from './fonnte.js';
import { GOWA, receipt, startGowa } from './gowa.js';
import { HTTP_SMS, report as smsReport, startHttpSms } from './http-sms.js';
import { META, refusal, startMeta, status } from './meta.js';
import { OPENWA, openwaAck, openwaStatus, paced, startOpenwa } from './openwa.js';
import { report as telegramReport, startTelegram, TELEGRAM } from './telegram.js';
import { report as wablasReport, startWablas, WABLAS } from './wablas.js';
import { ack, exception, sessionStatus, startWaha, WAHA } from './waha.js';

/** A driver's fake, as far as the test of all drivers needs it. */
export interface Bench {
  url: string;
  token: string;
  secret?: string;
  settings: Record<string, unknown>;
  /** The callback by which the gateway reports a message as delivered. */
  delivered(id: string, now: Date): FakeCallback | Promise<FakeCallback>;
  /** The callback by which it reports one as failed; absent where there is none, and a refusal is all there is. */
  failed?(id: string, now: Date): FakeCallback | Promise<FakeCallback>;
  /** From now on it refuses messages, provably unsent. */
  refuse(): void;
  /** Whether its phone is connected. */
  connect(isConnected: boolean): void;
  /** The callback by which it tells that its phone is connected, or is not; absent where it has to be asked. */
  connection?(isConnected: boolean, now: Date): FakeCallback | Promise<FakeCallback>;
  /** From now on it refuses messages because WhatsApp holds the account back; absent where it cannot tell. */
  restrict?(): void;
  /** Of the messages that it took, in their order. */
  texts(): string[];
  /** All that it was asked; absent where a fake does not keep it. */
  requests?: readonly FakeRequest[];
  /** Has `report` called once the next message is taken, before that is answered; absent where a fake cannot. */
  beforeAnswer?(report: (id: string) => Promise<unknown>): void;
}

/** What every fake with a desk has in common. */
const onDesk = (desk: Desk) => ({
  url: desk.url,
  requests: desk.requests,
  texts: () => desk.taken.map(({ text }) => text),
  refuse: () => void (desk.isConnected = false),
  connect: (isConnected: boolean) => void (desk.isConnected = isConnected),
  beforeAnswer: (report: (id: string) => Promise<unknown>) => {
    desk.beforeAnswer = async ({ id }) => {
      desk.beforeAnswer = () => undefined;
      await report(id);
    };
  },
});

/** By the driver's name. */
export const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  async http() {
    const secret = 'native-callback-secret';
    const gateway = await startSimulator({ switches: { timeline: 'none' } });
    ending(() => gateway.close());
    const report = (id: string, status: string, now: Date): FakeCallback => {
      const body = JSON.stringify({ event: 'message.status', payload: { id, status, error: null } });
      return {
        headers: {
          'webhook-id': 'msg_1',
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
          'webhook-signature': new Webhook(secret, { format: 'raw' }).sign('msg_1', now, body),
        },
        body,
      };
    };
    return {
      url: gateway.url,
      token: gateway.token,
      secret,
      settings: {},
      delivered: (id, now) => report(id, 'delivered', now),
      failed: (id, now) => report(id, 'failed', now),
      texts: () => gateway.accepted.map(({ text }) => text),
      refuse: () => gateway.behave({ refuse: { status: 400, error: 'no' } }),
      connect: (isConnected) => gateway.behave({ disconnected: !isConnected }),
    };
  },
  async gowa() {
    const gowa = await startGowa();
    return {
      ...GOWA,
      ...onDesk(gowa),
      delivered: (id) => receipt([id], 'delivered'),
      restrict: () => void (gowa.isRestricted = true),
    };
  },
  async evolution() {
    return {
      ...EVOLUTION,
      ...onDesk(await startEvolution()),
      delivered: (id, now) => update(id, 'DELIVERY_ACK', now),
      failed: (id, now) => update(id, 'ERROR', now),
      connection: (isConnected, now) => connection(isConnected ? 'open' : 'close', now),
    };
  },
  async openwa() {
    const openwa = await startOpenwa();
    return {
      ...OPENWA,
      ...onDesk(openwa),
      delivered: (id, now) => openwaAck(id, 'delivered', now),
      failed: (id, now) => openwaAck(id, 'failed', now),
      connection: (isConnected, now) => openwaStatus(isConnected ? 'ready' : 'disconnected', now),
      restrict: () =>
        void openwa.script.push({ takes: false, reply: paced('5 new conversation(s) reached') }),
    };
  },
  async fonnte() {
    return {
      ...FONNTE,
      ...onDesk(await startFonnte()),
      delivered: (id) => fonnteReport({ id, stateid: '3EB0AA', status: 'sent', state: 'delivered' }),
      failed: (id) => fonnteReport({ id, status: 'failed' }),
      connection: (isConnected) => fonnteReport({ status: isConnected ? 'connect' : 'disconnect' }),
    };
  },
  async wablas() {
    return {
      ...WABLAS,
      ...onDesk(await startWablas()),
      delivered: (id) => wablasReport({ id, status: 'received' }),
      failed: (id) => wablasReport({ id, status: 'reject', note: 'no reason' }),
      connection: (isConnected) => wablasReport({ status: isConnected ? 'connected' : 'disconnected' }),
    };
  },
  async android_sms() {
    return {
      ...ANDROID_SMS,
      ...onDesk(await startAndroidSms()),
      delivered: (id, now) => androidEvent('sms:delivered', id, now),
      failed: (id, now) => androidEvent('sms:failed', id, now, { reason: 'TTL expired' }),
    };
  },
  async http_sms() {
    return {
      ...HTTP_SMS,
      ...onDesk(await startHttpSms()),
      delivered: (id) => smsReport(id, 'DELIVERED'),
      failed: (id) => smsReport(id, 'FAILED', 'absent subscriber'),
    };
  },
  async telegram() {
    return {
      ...TELEGRAM,
      // Its callbacks are signed with the token.
      secret: TELEGRAM.token,
      ...onDesk(await startTelegram()),
      delivered: (id, now) => telegramReport(id, 'delivered', now),
      failed: (id, now) => telegramReport(id, 'expired', now),
    };
  },
  async meta() {
    const meta = await startMeta();
    return {
      ...META,
      ...onDesk(meta),
      delivered: (id) => status(id, 'read'),
      failed: (id) => status(id, 'failed', { errors: [{ code: 131026, title: 'Message undeliverable' }] }),
      restrict: () => void meta.script.push({ takes: false, reply: refusal(131048, 'Spam rate limit hit') }),
    };
  },
  async waha() {
    const waha = await startWaha();
    return {
      ...WAHA,
      ...onDesk(waha),
      delivered: (id, now) => ack(id, 'DEVICE', now),
      failed: (id, now) => ack(id, 'ERROR', now),
      connection: (isConnected, now) => sessionStatus(isConnected ? 'WORKING' : 'FAILED', now),
      restrict: () => void waha.script.push({ takes: false, reply: exception('server returned error 463') }),
    };
  },
};
