import { DevicePool } from '../../../src/gateway/index.js';
import { DeviceHealthRecorder } from '../../../src/gateway/pool/device-health-recorder.js';
import { DeviceScorer } from '../../../src/gateway/pool/device-scorer.js';
import { AlertWatch } from '../../../src/operations/alerts/operator/alert-watch.js';
import type { DeviceAlertItem } from '../../../src/operations/alerts/operator/alerts.dto.js';
import { Message } from '../../../src/otp/message.entities.js';
import { type Reported, signedCallback, statusEvent } from '../../callbacks/signed-callback.js';
import type { Answer } from '../../support/api.js';
import { type Account, createAccount, sendBody } from '../../support/factories.js';
import type { TestService } from '../../support/service.js';
import { adminToken } from '../../support/tokens.js';

const DEVICES = '/api/admin/devices';

/** What tests of the pool do to a service whose devices all stand behind its one simulator. */
export class Pooling {
  private constructor(
    readonly service: TestService,
    private readonly account: Account,
  ) {}

  static async begin(service: TestService): Promise<Pooling> {
    return new Pooling(service, await createAccount(service, 100_000));
  }

  send(overrides: Record<string, unknown> = {}): Promise<Answer> {
    return this.service.api.post('/api/otp/send', sendBody(overrides), { token: this.account.key });
  }

  /** Sends, and returns the message that must have come of it. */
  async sent(overrides: Record<string, unknown> = {}): Promise<Message> {
    const { status, text, body } = await this.send(overrides);
    if (status !== 200) throw new Error(`a send was answered ${text}`);
    const { message_id: gatewayMessageId } = body.data as { message_id: string };
    return this.service.database.read.findOneByOrFail(Message, { gatewayMessageId });
  }

  /** How many of so many sends at once came through. */
  async accepted(count: number, overrides: Record<string, unknown> = {}): Promise<number> {
    const answers = await Promise.all(Array.from({ length: count }, () => this.send(overrides)));
    return answers.filter(({ status }) => status === 200).length;
  }

  async reported({ gatewayMessageId }: Message, status: Reported = 'delivered'): Promise<void> {
    const { api, config, clock } = this.service;
    const event = statusEvent(gatewayMessageId ?? '', status);
    const callback = signedCallback(event, config.webhookSecrets[0] ?? '', clock.now());
    await api.post('/api/webhook/gateway', undefined, callback);
  }

  /** As happens every DEVICE_JUDGE_SECONDS; at once here and now. */
  judged(): Promise<void> {
    return this.service.app.get(DeviceScorer).scoreDevices();
  }

  /** So many messages of which nothing is ever heard, long enough ago. */
  async unheard(count: number): Promise<Message[]> {
    // After whatever was heard.
    this.service.clock.advance(1);
    const messages: Message[] = [];
    while (messages.length < count) messages.push(await this.sent());
    this.service.clock.advance(61);
    await this.judged();
    return messages;
  }

  async admin(method: 'get' | 'patch' | 'post' | 'delete', path: string, body?: object): Promise<Answer> {
    const token = await adminToken(this.service);
    return this.service.api.call(method.toUpperCase(), `${DEVICES}${path}`, { token, body });
  }

  async view(id: number): Promise<Record<string, unknown>> {
    return (await this.admin('get', `/${id}`)).body.data;
  }

  /** The alerts of all devices, as they are listed after a look at what is wrong now. */
  async alerts(): Promise<DeviceAlertItem[]> {
    await this.service.app.get(AlertWatch).observeSources();
    const { body } = await this.admin('get', '/alerts');
    return (body.data as { items: DeviceAlertItem[] }).items;
  }

  /** The same after a cause could have been gone for long enough to be over. */
  async alertsLater(): Promise<DeviceAlertItem[]> {
    await this.alerts();
    this.service.clock.advance(61);
    return this.alerts();
  }

  get pool(): DevicePool {
    return this.service.app.get(DevicePool);
  }

  get recorder(): DeviceHealthRecorder {
    return this.service.app.get(DeviceHealthRecorder);
  }
}

/** How many of so many sends through each at once came through. */
export async function acceptedBy(
  processes: readonly Pooling[],
  count: number,
  overrides: Record<string, unknown> = {},
): Promise<number> {
  const each = await Promise.all(processes.map((process) => process.accepted(count, overrides)));
  return each.reduce((sum, accepted) => sum + accepted, 0);
}
