import { createHash } from 'node:crypto';
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
  type PaymentInstructions,
  type PaymentKey,
  type PaymentOrder,
  type PaymentProvider,
  type ProviderCallback,
  shortText,
  type StateOutcome,
} from './provider.js';
import type { ProviderHosts, ProviderHttp } from './provider-http.js';

type Settings = Pick<Config, 'MIDTRANS_SIGNATURE_KEY' | 'publicUrl'> & { MIDTRANS_SERVER_KEY: string };

export class Midtrans implements PaymentProvider {
  readonly name = 'midtrans';
  readonly title = 'Midtrans';

  constructor(
    private readonly settings: Settings,
    private readonly hosts: ProviderHosts,
    private readonly http: ProviderHttp,
  ) {}

  async create({ reference, method, amount, lifeMinutes }: PaymentOrder): Promise<OrderOutcome> {
    const notification = callbackUrl(this.settings.publicUrl, this.name);
    const headers = {
      ...this.authorization,
      ...(notification && { 'x-override-notification': notification }),
    };
    const response = await this.http.call(`${this.hosts.midtrans}/v2/charge`, headers, {
      ...(method === 'qris'
        ? { payment_type: 'qris' }
        : { payment_type: 'bank_transfer', bank_transfer: { bank: method.slice('va_'.length) } }),
      transaction_details: { order_id: reference, gross_amount: amount },
      custom_expiry: { expiry_duration: lifeMinutes, unit: 'minute' },
    });
    if (response.kind === 'none') return { kind: 'failed', reason: response.reason };
    const { members } = response;
    const instructions = instructionsIn(members);
    if (members['status_code'] === '201' && instructions) return { kind: 'created', instructions };
    return { kind: 'failed', reason: `status_code ${shortText(members['status_code'], 5)}` };
  }

  /** The signature does not cover the state, so the caller reads it from Midtrans. */
  verify({ rawBody }: ProviderCallback): CallbackSubject {
    const members = callbackObject(rawBody);
    const { order_id: reference, status_code: code, gross_amount: amount, signature_key: given } = members;
    if (![reference, code, amount, given].every((value) => typeof value === 'string'))
      throw new AppError('signature_invalid');
    const { MIDTRANS_SIGNATURE_KEY: own, MIDTRANS_SERVER_KEY } = this.settings;
    const signed = `${String(reference)}${String(code)}${String(amount)}${own ?? MIDTRANS_SERVER_KEY}`;
    const signature = createHash('sha512').update(signed).digest('hex');
    if (!isSameText(String(given).toLowerCase(), signature)) throw new AppError('signature_invalid');
    return { reference: String(reference), externalId: null };
  }

  async ask({ reference }: PaymentKey): Promise<StateOutcome> {
    const url = `${this.hosts.midtrans}/v2/${encodeURIComponent(reference)}/status`;
    const response = await this.http.call(url, this.authorization);
    if (response.kind === 'none') return { kind: 'unclear', reason: response.reason };
    const { members } = response;
    const report = members['order_id'] === reference ? reportIn(members) : undefined;
    if (report) return { kind: 'known', report };
    return { kind: 'unclear', reason: `status_code ${shortText(members['status_code'], 5)}` };
  }

  /** Asks for a payment that does not exist: a 404 proves the key. */
  async problem(): Promise<string | undefined> {
    const url = `${this.hosts.midtrans}/v2/sandi-doctor/status`;
    const response = await this.http.call(url, this.authorization);
    if (response.kind === 'none') return response.reason;
    const code = shortText(response.members['status_code'], 5);
    return code === '404' ? undefined : `status_code ${code}`;
  }

  private get authorization() {
    const credentials = Buffer.from(`${this.settings.MIDTRANS_SERVER_KEY}:`).toString('base64');
    return { authorization: `Basic ${credentials}` };
  }
}

type Members = Record<string, unknown>;

function instructionsIn(members: Members): PaymentInstructions | undefined {
  const [account] = membersOf(members['va_numbers']);
  const pages = membersOf(members['actions']).filter(({ name }) => name === 'generate-qr-code');
  const made = {
    externalId: null,
    qrText: shortText(members['qr_string'], 2000),
    payCode: shortText(account?.['va_number'] ?? members['permata_va_number'], 40),
    pageUrl: httpsUrl(pages[0]?.['url']),
  };
  return (made.qrText ?? made.payCode ?? made.pageUrl) ? made : undefined;
}

const membersOf = (list: unknown): Members[] =>
  (Array.isArray(list) ? list : []).filter(
    (each): each is Members => typeof each === 'object' && each !== null,
  );

const STATES: Readonly<Record<string, ProviderState>> = {
  authorize: 'pending',
  pending: 'pending',
  settlement: 'paid',
  deny: 'failed',
  cancel: 'failed',
  failure: 'failed',
  expire: 'expired',
  refund: 'refunded',
  partial_refund: 'refunded',
  chargeback: 'charged_back',
  partial_chargeback: 'charged_back',
};

function reportIn(members: Members): ProviderReport | undefined {
  const { transaction_status: status, fraud_status: fraud, gross_amount: gross, currency = 'IDR' } = members;
  const state = status === 'capture' ? capture(fraud) : STATES[String(status)];
  const isAmount = typeof gross === 'string' && /^\d{1,15}(?:\.0{1,2})?$/.test(gross);
  return state && isAmount && currency === 'IDR' ? { state, amount: Number(gross) } : undefined;
}

const capture = (fraud: unknown): ProviderState => (fraud === 'accept' ? 'paid' : 'pending');
