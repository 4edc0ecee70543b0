import { createHmac } from 'node:crypto';
import type { Config } from '../../config/index.js';
import { AppError } from '../../platform/errors/index.js';
import { callbackObject } from '../../platform/http/index.js';
import { isSameText } from '../../platform/security/hashing.js';
import type { ProviderReport, ProviderState } from '../payments.rules.js';
import {
  type CallbackSubject,
  callbackUrl,
  httpsUrl,
  type OrderOutcome,
  type PaymentKey,
  type PaymentMethod,
  type PaymentOrder,
  type PaymentProvider,
  type ProviderCallback,
  shortText,
  type StateOutcome,
} from './provider.js';
import type { ProviderHosts, ProviderHttp, ProviderResponse } from './provider-http.js';

type Settings = Pick<Config, 'publicUrl'> &
  Record<'TRIPAY_MERCHANT_CODE' | 'TRIPAY_API_KEY' | 'TRIPAY_PRIVATE_KEY', string>;

const CHANNELS: Readonly<Record<PaymentMethod, string>> = {
  qris: 'QRIS',
  va_bca: 'BCAVA',
  va_bni: 'BNIVA',
  va_bri: 'BRIVA',
  va_permata: 'PERMATAVA',
};
const EVENT = 'payment_status';

export class Tripay implements PaymentProvider {
  readonly name = 'tripay';
  readonly title = 'Tripay';

  constructor(
    private readonly settings: Settings,
    private readonly hosts: ProviderHosts,
    private readonly http: ProviderHttp,
  ) {}

  async create({ reference, method, amount, expiresAt, payer }: PaymentOrder): Promise<OrderOutcome> {
    const { TRIPAY_MERCHANT_CODE: merchant, publicUrl } = this.settings;
    const callback = callbackUrl(publicUrl, this.name);
    const response = await this.http.call(`${this.hosts.tripay}/transaction/create`, this.authorization, {
      method: CHANNELS[method],
      merchant_ref: reference,
      amount,
      customer_name: payer.name,
      customer_email: payer.email,
      order_items: [{ name: 'Top up', price: amount, quantity: 1 }],
      expired_time: Math.floor(expiresAt.getTime() / 1000),
      signature: this.signatureOf(`${merchant}${reference}${amount}`),
      ...(callback && { callback_url: callback }),
    });
    const data = dataIn(response);
    const externalId = shortText(data?.['reference'], 80);
    if (!data || !externalId || data['merchant_ref'] !== reference)
      return { kind: 'failed', reason: reasonIn(response) };
    const instructions = {
      externalId,
      qrText: shortText(data['qr_string'], 2000),
      payCode: shortText(data['pay_code'], 40),
      pageUrl: httpsUrl(data['checkout_url']) ?? httpsUrl(data['pay_url']),
    };
    return { kind: 'created', instructions };
  }

  /** The signature covers the body. */
  verify({ headers, rawBody }: ProviderCallback): CallbackSubject | undefined {
    const given = headers['x-callback-signature'];
    if (typeof given !== 'string' || !isSameText(given.toLowerCase(), this.signatureOf(rawBody)))
      throw new AppError('signature_invalid');
    if (headers['x-callback-event'] !== EVENT) return undefined;
    const { merchant_ref: merchantRef, reference } = callbackObject(rawBody);
    const [ours, theirs] = [shortText(merchantRef, 80), shortText(reference, 80)];
    return ours === null ? undefined : { reference: ours, externalId: theirs };
  }

  async ask({ reference, externalId }: PaymentKey): Promise<StateOutcome> {
    if (externalId === null) return { kind: 'unclear', reason: 'the reference of Tripay is not known' };
    const url = `${this.hosts.tripay}/transaction/detail?reference=${encodeURIComponent(externalId)}`;
    const response = await this.http.call(url, this.authorization);
    const data = dataIn(response);
    const report = data?.['merchant_ref'] === reference ? reportIn(data) : undefined;
    return report ? { kind: 'known', report } : { kind: 'unclear', reason: reasonIn(response) };
  }

  async problem(): Promise<string | undefined> {
    const url = `${this.hosts.tripay}/merchant/payment-channel`;
    const response = await this.http.call(url, this.authorization);
    if (response.kind === 'none' || response.members['success'] !== true) return reasonIn(response);
    const active = activeIn(response.members['data']);
    const missing = Object.values(CHANNELS).filter((code) => !active.includes(code));
    return missing.length === 0 ? undefined : `channels that are not active: ${missing.join(', ')}`;
  }

  private get authorization() {
    return { authorization: `Bearer ${this.settings.TRIPAY_API_KEY}` };
  }

  private signatureOf(content: string | Buffer): string {
    return createHmac('sha256', this.settings.TRIPAY_PRIVATE_KEY).update(content).digest('hex');
  }
}

type Members = Record<string, unknown>;

function dataIn(response: ProviderResponse): Members | undefined {
  if (response.kind === 'none' || response.members['success'] !== true) return undefined;
  const { data } = response.members;
  return typeof data === 'object' && data !== null ? (data as Members) : undefined;
}

function activeIn(channels: unknown): unknown[] {
  const list = Array.isArray(channels) ? (channels as (Members | null)[]) : [];
  return list.flatMap((channel) => (channel?.['active'] === true ? [channel['code']] : []));
}

const reasonIn = (response: ProviderResponse): string =>
  response.kind === 'none' ? response.reason : `status ${response.status}, not as documented`;

const STATES: Readonly<Record<string, ProviderState>> = {
  UNPAID: 'pending',
  PAID: 'paid',
  EXPIRED: 'expired',
  FAILED: 'failed',
  REFUND: 'refunded',
};

/** `amount` includes the fee that the payer bears. */
function reportIn({ status, amount, fee_customer: fee }: Members): ProviderReport | undefined {
  const state = STATES[String(status)];
  if (!state || !Number.isSafeInteger(amount) || !Number.isSafeInteger(fee)) return undefined;
  return { state, amount: Number(amount) - Number(fee) };
}
