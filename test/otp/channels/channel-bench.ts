import type { SwitchesPatch } from '../../../simulator/gateway.js';
import { CreditEntry } from '../../../src/credit/credit.entities.js';
import type { Device } from '../../../src/gateway/device.entities.js';
import { Message, NotOnWhatsapp } from '../../../src/otp/message.entities.js';
import { Sealer } from '../../../src/platform/security/sealer.js';
import { addDevice, clearDevices } from '../../gateway/devices.js';
import {
  ANDROID_SMS,
  type FakeAndroidSms,
  startAndroidSms,
} from '../../gateway/drivers/fakes/android-sms.js';
import { type FakeTelegram, startTelegram, TELEGRAM } from '../../gateway/drivers/fakes/telegram.js';
import type { Answer } from '../../support/api.js';
import { type Account, createAccount, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';

export const NO_WHATSAPP: SwitchesPatch = {
  refuse: { status: 400, error: 'number is not on WhatsApp' },
  reason: 'not_on_whatsapp',
};
const CALM: SwitchesPatch = {
  ...{ refuse: 'never', reason: 'none', dropAnswer: 'never', unreadable: 'never' },
  ...{ disconnected: false, answerDelayMs: 0, timeline: 'none', lookup: 'normal' },
};

export interface ByChannel {
  channel: string;
  attempts: { channel: string; outcome: string; reason: string | null }[];
}

/** A service with a gateway for each channel. */
export class ChannelBench {
  /** The address of the WhatsApp device's callbacks. */
  whatsappAddress = '';
  /** An Android phone with a SIM, and Telegram: of one test. */
  sms!: FakeAndroidSms;
  telegram!: FakeTelegram;

  private constructor(readonly service: TestService) {}

  static async start(env: Record<string, string> = {}): Promise<ChannelBench> {
    const prices = { PRICE_SMS: '350', PRICE_TELEGRAM: '120' };
    return new ChannelBench(await startTestService({ env: { ...prices, ...env } }));
  }

  close = (): Promise<void> => this.service.close();

  /** New devices behind gateways that take everything. */
  async calm(whatsapp: Partial<Device> = {}): Promise<void> {
    const { service } = this;
    service.gateway.behave(CALM);
    [this.sms, this.telegram] = [await startAndroidSms(), await startTelegram()];
    await clearDevices(service);
    const { id } = await addDevice(service, service.gateway.url, service.gateway.token, whatsapp);
    this.whatsappAddress = `/api/webhook/gateway/${id}`;
    const webhookSecretSealed = service.app.get(Sealer).seal(ANDROID_SMS.secret);
    const android = { driver: 'android_sms', webhookSecretSealed };
    await addDevice(service, this.sms.url, ANDROID_SMS.token, android);
    await addDevice(service, this.telegram.url, TELEGRAM.token, { driver: 'telegram' });
  }

  /** The next SMS is certainly not sent. */
  refuseSms(): void {
    this.sms.script.push({
      takes: false,
      reply: { status: 400, body: { message: 'the SIM has no credit' } },
    });
  }

  account = (credit = 10_000): Promise<Account> => createAccount(this.service, credit);

  send = ({ key }: Account, body: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
    this.service.api.post('/api/otp/send', sendBody({ ...body }), { token: key, headers });

  /** The kinds and amounts of an account's lines about messages, in order. */
  async ledger({ userId }: Account): Promise<(readonly [string, number])[]> {
    const order = { id: 'ASC' } as const;
    const lines = await this.service.database.read.find(CreditEntry, { where: { userId }, order });
    return lines
      .filter(({ messageId }) => messageId !== null)
      .map(({ kind, amount }) => [kind, amount] as const);
  }

  messages = ({ userId }: Account): Promise<Message[]> =>
    this.service.database.read.find(Message, { where: { userId }, order: { id: 'ASC' } });

  /** How many of its sends count as sent to numbers without WhatsApp. */
  unregistered = ({ userId }: Account): Promise<number> =>
    this.service.database.read.countBy(NotOnWhatsapp, { userId });
}

/** Of a response. */
export const byChannel = ({ body }: Answer): ByChannel => {
  const { channel, attempts } = (body.data ?? body) as ByChannel;
  return { channel, attempts };
};
