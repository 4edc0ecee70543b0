import { Webhook } from 'standardwebhooks';
import { expect, inject, onTestFinished, vi } from 'vitest';
import { startSimulator } from '../../../../simulator/gateway.js';
import { AlertNotifier } from '../../../../src/operations/alerts/operator/alert-notifier.js';
import { AlertWatch } from '../../../../src/operations/alerts/operator/alert-watch.js';
import { login, sessionOf } from '../../../auth/people.js';
import { newDatabase } from '../../../support/databases.js';
import { type MailServer, startMailServer } from '../../../support/mail-server.js';
import { startTestService, type TestService, type TestServiceOptions } from '../../../support/service.js';
import { temporaryFolder } from '../../../support/services/temporary-folder.js';
import { TestClock } from '../../../support/test-clock.js';
import { type Delivered, Receiver } from '../../../webhook/receiver.js';

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const OPERATORS = ['ops@sandi.test', 'bos@sandi.test'] as const;

/** Looks and probes are the tests' own. */
const ENV = {
  ALERTS_SECONDS: '3600',
  ALERT_MAIL_TO: OPERATORS.join(', '),
  ALERT_WEBHOOK_SECRET: SECRET,
  DEVICE_PROBE_SECONDS: '3600',
  RECOVERY_SECONDS: '3600',
  WEBHOOK_SWEEP_MS: '3600000',
};

/** What a notice says, beside its id. */
export interface Notice {
  type: string;
  data: { id: number; kind: string; subject: string; detail: object; since: string; ended_at: string | null };
}

/** An operator with a mail server and a receiver, and services that alert him; all of it ends with the test. */
export class OperatorDesk {
  private constructor(
    readonly mails: MailServer,
    readonly receiver: Receiver,
  ) {}

  static async start(): Promise<OperatorDesk> {
    const mails = await startMailServer();
    onTestFinished(() => mails.close());
    const receiver = await Receiver.start();
    onTestFinished(() => receiver.close());
    return new OperatorDesk(mails, receiver);
  }

  async service({ env, ...options }: TestServiceOptions = {}): Promise<TestService> {
    const service = await startTestService({ ...options, env: { ...this.env, ...env } });
    let isOpen = true;
    const close = async () => {
      if (isOpen) await service.close();
      isOpen = false;
    };
    onTestFinished(close);
    return { ...service, close };
  }

  /** Another instance beside it; on SQLite, where there is none, the same once more. */
  async second(first: TestService, options: TestServiceOptions = {}): Promise<TestService> {
    if (inject('engine') === 'sqlite') return first;
    const { gateway, clock } = first;
    const databaseUrl = first.config.DATABASE_URL;
    return this.service({ ...options, gateway, clock, databaseUrl });
  }

  /** What outlives an instance: its database, its gateway, and the time. */
  async lasting() {
    const folder = temporaryFolder('alerts');
    onTestFinished(() => folder.remove());
    const database = await newDatabase(folder.path);
    onTestFinished(() => database.drop());
    const gateway = await startSimulator({ switches: { timeline: 'none' } });
    onTestFinished(() => gateway.close());
    return { databaseUrl: database.url, gateway, clock: new TestClock() };
  }

  get env(): Record<string, string> {
    const ALERT_WEBHOOK_URL = this.receiver.url('/alarm');
    return { ...ENV, SMTP_URL: `smtp://${this.mails.address}`, ALERT_WEBHOOK_URL };
  }

  /** What the webhook was told, as the official library of Standard Webhooks takes it. */
  get notices(): Notice[] {
    return this.receiver.at('/alarm').map(verified);
  }

  /** `began device_disconnected`, in the order in which it was told. */
  get told(): string[] {
    return this.notices.map(({ type, data }) => `${type.replace('alert.', '')} ${data.kind}`);
  }

  subjectsTo(operator: string): (string | undefined)[] {
    return this.mails.received.filter(({ to }) => to.includes(operator)).map(({ mail }) => mail.subject);
  }

  /** What the operators were mailed; accounts get mails of their own. */
  get mailed(): (string | undefined)[] {
    return OPERATORS.flatMap((operator) => this.subjectsTo(operator));
  }
}

/** By a receiver whose clock was turned as ours was. */
function verified({ headers, body }: Delivered): Notice {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Number(headers['webhook-timestamp']) * 1000);
  try {
    return new Webhook(SECRET).verify(body, headers as Record<string, string>) as Notice;
  } finally {
    clock.mockRestore();
  }
}

/** One round of an instance, and the telling of what is due. */
export async function observe({ app }: TestService): Promise<void> {
  await app.get(AlertWatch).observeSources();
  await sendNotices(app);
}

export async function sendNotices(app: TestService['app']): Promise<void> {
  const notifier = app.get(AlertNotifier);
  await Promise.all([notifier.sendMails(), notifier.callWebhook()]);
}

/** Looks now and, ALERT_AFTER_SECONDS later, again. */
export async function observeLong(service: TestService): Promise<void> {
  await observe(service);
  service.clock.advance(61);
  await observe(service);
}

export const adminOf = async (service: TestService) =>
  sessionOf(await login(service, 'admin', 'admin-password')).token;

/** The phone is off, or on again, and this instance has found out. */
export async function phone(service: TestService, isOn: boolean): Promise<void> {
  service.gateway.behave({ disconnected: !isOn });
  const { body } = await service.api.post('/api/admin/devices/1/test', {}, { token: await adminOf(service) });
  expect(body.data).toMatchObject({ connected: isOn });
}
