import { expect } from 'vitest';
import type { CreateApiKeyDto } from '../../../src/api-keys/api-keys.dto.js';
import { ApiKeysService } from '../../../src/api-keys/index.js';
import { Message } from '../../../src/otp/message.entities.js';
import { Recovery } from '../../../src/otp/recovery.js';
import { Verification } from '../../../src/otp/verifications/verification.entities.js';
import { Sweepers } from '../../../src/platform/background/sweepers.js';
import { WebhookEvent } from '../../../src/webhook/webhook.entities.js';
import type { Answer } from '../../support/api.js';
import { type Account, addWebhook, createAccount, newPhone } from '../../support/factories.js';
import type { TestService } from '../../support/service.js';

/** Verifications as an integrator sees them, and what only a test can see: the text on the phone. */

export const ROOT = '/api/otp/verifications';
/** For the gateway: provably not sent. */
export const REFUSE = { refuse: { status: 400, error: 'number is not on WhatsApp' } };

export interface Sent {
  verification_id: string;
  status: string;
  reference: string;
  message_id: string;
  recipient: string;
  expires_at: string;
  attempts_left: number;
  credit_used: number;
  credit_balance: number;
}

export const dataOf = <T>({ body }: Answer) => body.data as T;
export const verificationBody = (overrides: object = {}) => ({
  phone: newPhone(),
  company_name: 'Toko Uji',
  ...overrides,
});

/** Another code of the same length. */
export const notThe = (code: string, nth = 1) =>
  String((Number(code) + nth) % 10 ** code.length).padStart(code.length, '0');

export class Verifier {
  private constructor(
    private readonly service: TestService,
    readonly account: Account,
    readonly token: string,
  ) {}

  /** An account that is told what happens. */
  static async with(service: TestService, credit = 10_000): Promise<Verifier> {
    const account = await createAccount(service, credit);
    await addWebhook(service, account.userId);
    return new Verifier(service, account, account.key);
  }

  /** The same account with another key. */
  async withKey(wish: Partial<CreateApiKeyDto>): Promise<Verifier> {
    const { userId } = this.account;
    const made = await this.service.app
      .get(ApiKeysService)
      .create(userId, { name: 'uji', mode: 'live', ...wish });
    return new Verifier(this.service, this.account, made.key);
  }

  testing = () => this.withKey({ mode: 'test' });

  post = (path: string, body?: object, headers: Record<string, string> = {}) =>
    this.service.api.post(`${ROOT}${path}`, body, { token: this.token, headers });

  create = (body: object = {}, headers: Record<string, string> = {}) =>
    this.post('', verificationBody(body), headers);

  async created(body: object = {}): Promise<Sent> {
    const answer = await this.create(body);
    expect(answer).toAnswer(201);
    return dataOf<Sent>(answer);
  }

  check = (id: string, otp_code: unknown, headers: Record<string, string> = {}) =>
    this.post(`/${id}/check`, { otp_code }, headers);

  /** The status and the tries left that a check answers; its code where it is refused. */
  async told(id: string, code: string): Promise<[string, number]> {
    const answer = await this.check(id, code);
    if (answer.status === 409) return [answer.body.code, 0];
    const { status, attempts_left } = dataOf<Sent>(answer);
    return [status, attempts_left];
  }

  resend = (id: string, phone: string, headers: Record<string, string> = {}) =>
    this.post(`/${id}/resend`, { phone }, headers);

  cancel = (id: string) => this.post(`/${id}/cancel`);

  get = (id: string) => this.service.api.get(`${ROOT}/${id}`, { token: this.token });

  /** The code on the phone, in a message that the gateway took. */
  codeIn({ reference }: Pick<Sent, 'reference'>): string {
    return /[0-9]{4,8}/.exec(this.service.gateway.find(reference)?.text ?? '')?.[0] ?? '';
  }

  row = (id: string) => this.service.database.read.findOneByOrFail(Verification, { reference: id });

  messages = () =>
    this.service.database.read.find(Message, {
      where: { userId: this.account.userId },
      order: { id: 'ASC' },
    });

  /** Of verifications alone, in their order. */
  async events() {
    const events = await this.service.database.read.find(WebhookEvent, {
      where: { userId: this.account.userId },
      order: { id: 'ASC' },
    });
    return events.filter(({ type }) => type.startsWith('verification.'));
  }

  async balance(): Promise<number> {
    const { body } = await this.service.api.get('/api/otp/credit', { token: this.account.key });
    return (body.data as { credit_balance: number }).credit_balance;
  }
}

/** Twice: what it has just settled is its own for a while, before it answers for whoever died. */
export async function recover(service: TestService): Promise<void> {
  for (let round = 0; round < 2; round++) {
    service.clock.advance(26);
    await service.app.get(Recovery).sweep();
  }
}

/** Ends what is over. */
export const expire = (service: TestService) =>
  service.app.get(Sweepers).runOnce('verifications that expire');
