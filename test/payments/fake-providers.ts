import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderName } from '../../src/payments/providers/provider.js';
import { KEYS, readCharge, readTransaction, tripaySignature } from './documents.js';

/** A state, in the words of each provider. */
export const STATES = {
  pending: { midtrans: 'pending', tripay: 'UNPAID' },
  paid: { midtrans: 'settlement', tripay: 'PAID' },
  captured: { midtrans: 'capture', tripay: 'PAID' },
  expired: { midtrans: 'expire', tripay: 'EXPIRED' },
  failed: { midtrans: 'deny', tripay: 'FAILED' },
  refunded: { midtrans: 'partial_refund', tripay: 'REFUND' },
  charged_back: { midtrans: 'chargeback', tripay: 'REFUND' },
} as const;
export type FakeState = keyof typeof STATES;

export interface FakePayment {
  provider: ProviderName;
  reference: string;
  externalId: string;
  amount: number;
  state: FakeState;
  /** What the payer bears on top, at Tripay. */
  fee: number;
  /** Of a capture. */
  fraud: string;
}

export type Outage = 'refuses' | 'cuts' | 'babbles' | 'denies';

export interface SentCallback {
  headers: Record<string, string>;
  raw: string;
}

/** Both providers on loopback. They take only what their documents allow. */
export class FakeProviders {
  readonly payments = new Map<string, FakePayment>();
  /** What was wrong with requests. */
  readonly complaints: string[] = [];
  /** Questions about a state. */
  asked = 0;
  outage: Outage | undefined;
  /** Of Tripay. */
  channels = ['QRIS', 'BCAVA', 'BNIVA', 'BRIVA', 'PERMATAVA'].map((code) => ({ code, active: true }));
  /** Makes the next payment, and loses the response. */
  losesNextResponse = false;

  private readonly server = createServer((request, response) => void this.answer(request, response));

  private constructor(private readonly now: () => Date) {}

  static async start(now: () => Date): Promise<FakeProviders> {
    const fake = new FakeProviders(now);
    await new Promise<void>((resolve) => fake.server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** A signed notification of the payment's state. */
  callback(payment: FakePayment, as: FakeState = payment.state): SentCallback {
    return payment.provider === 'midtrans' ? midtransCallback(payment, as) : tripayCallback(payment, as);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(request);
    const body = text === '' ? undefined : (JSON.parse(text) as unknown);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake');
    const say = (status: number, members: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(members));
    };
    if (this.outage) return this.fail(this.outage, response, say);
    const status = /^\/v2\/([^/]+)\/status$/.exec(pathname);
    if (pathname === '/v2/charge') return this.charge(request, body, response, say);
    if (pathname === '/transaction/create') return this.create(request, body, response, say);
    if (pathname === '/merchant/payment-channel') return say(200, { success: true, data: this.channels });
    this.asked++;
    if (status) return say(200, this.midtransState(decodeURIComponent(status[1] ?? '')));
    const found = [...this.payments.values()].find(
      (each) => each.externalId === searchParams.get('reference'),
    );
    if (pathname !== '/transaction/detail' || !found)
      return say(404, { success: false, message: 'not found' });
    return say(200, { success: true, message: '', data: tripayData(found) });
  }

  private fail(
    outage: Outage,
    response: ServerResponse,
    say: (status: number, members: object) => void,
  ): void {
    if (outage === 'refuses') say(503, { status_code: '503', success: false });
    else if (outage === 'cuts') response.destroy();
    else if (outage === 'babbles') response.end('<html>');
    else say(404, { status_code: '404', success: false, status_message: "Transaction doesn't exist." });
  }

  private charge(
    { headers }: IncomingMessage,
    body: unknown,
    response: ServerResponse,
    say: (status: number, members: object) => void,
  ): void {
    const read = readCharge(headers, body);
    if (typeof read === 'string') {
      this.complaints.push(read);
      return say(400, { status_code: '400', status_message: read });
    }
    const payment = this.keep('midtrans', read);
    if (this.loses()) return void response.destroy();
    const isQris = (body as { payment_type: string }).payment_type === 'qris';
    const bank = (body as { bank_transfer?: { bank: string } }).bank_transfer?.bank;
    say(201, {
      status_code: '201',
      status_message: 'created',
      order_id: payment.reference,
      gross_amount: `${payment.amount}.00`,
      currency: 'IDR',
      transaction_status: 'pending',
      fraud_status: 'accept',
      ...(isQris && {
        qr_string: `00020101-${payment.reference}`,
        actions: [{ name: 'generate-qr-code', method: 'GET', url: 'https://api.example.test/qr-code' }],
      }),
      ...(bank === 'permata'
        ? { permata_va_number: '8562000087926752' }
        : bank && { va_numbers: [{ bank, va_number: '9888812345678' }] }),
    });
  }

  private create(
    { headers }: IncomingMessage,
    body: unknown,
    response: ServerResponse,
    say: (status: number, members: object) => void,
  ): void {
    const read = readTransaction(headers, body, this.now());
    if (typeof read === 'string') {
      this.complaints.push(read);
      return say(400, { success: false, message: read });
    }
    const payment = this.keep('tripay', read);
    if (this.loses()) return void response.destroy();
    const isQris = (body as { method: string }).method === 'QRIS';
    const instructions = isQris
      ? { qr_string: `00020101-${payment.reference}`, pay_code: null }
      : { qr_string: null, pay_code: '57585748548596587' };
    const page = { checkout_url: `https://tripay.example.test/checkout/${payment.externalId}` };
    say(200, { success: true, message: '', data: { ...tripayData(payment), ...instructions, ...page } });
  }

  private keep(provider: ProviderName, order: { reference: string; amount: number }): FakePayment {
    const externalId = `T0001${String(this.payments.size).padStart(15, '0')}`;
    const payment = { ...order, provider, externalId, state: 'pending', fee: 0, fraud: 'accept' } as const;
    const kept: FakePayment = { ...payment };
    this.payments.set(order.reference, kept);
    return kept;
  }

  private loses(): boolean {
    const lost = this.losesNextResponse;
    this.losesNextResponse = false;
    return lost;
  }

  private midtransState(reference: string): object {
    const payment = this.payments.get(reference);
    return payment ? midtransMembers(payment, payment.state) : { status_code: '404' };
  }
}

function midtransMembers({ reference, amount, fraud }: FakePayment, state: FakeState) {
  return {
    status_code: state === 'pending' ? '201' : state === 'expired' || state === 'failed' ? '202' : '200',
    transaction_status: STATES[state].midtrans,
    fraud_status: fraud,
    order_id: reference,
    gross_amount: `${amount}.00`,
    currency: 'IDR',
  };
}

function midtransCallback(payment: FakePayment, state: FakeState): SentCallback {
  const members = midtransMembers(payment, state);
  const signed = `${members.order_id}${members.status_code}${members.gross_amount}${KEYS.MIDTRANS_SERVER_KEY}`;
  const signature_key = createHash('sha512').update(signed).digest('hex');
  return { headers: {}, raw: JSON.stringify({ ...members, signature_key }) };
}

function tripayData({ reference, externalId, amount, fee, state }: FakePayment) {
  return {
    reference: externalId,
    merchant_ref: reference,
    amount: amount + fee,
    fee_merchant: 0,
    fee_customer: fee,
    total_fee: fee,
    amount_received: amount,
    status: STATES[state].tripay,
  };
}

function tripayCallback(payment: FakePayment, state: FakeState): SentCallback {
  const { amount, ...data } = tripayData({ ...payment, state });
  // As PHP writes it: the bytes are not those of JSON.stringify.
  const raw = JSON.stringify({ ...data, total_amount: amount, is_closed_payment: 1, note: 'Rp\\/' }, null, 1);
  const headers = { 'x-callback-event': 'payment_status', 'x-callback-signature': tripaySignature(raw) };
  return { headers, raw };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
