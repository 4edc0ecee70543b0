import { createHmac } from 'node:crypto';
import { Ajv } from 'ajv';

/**
 * The requests that Midtrans (docs.midtrans.com: charge, bank transfer object, custom expiry object, get status) and
 * Tripay (tripay.co.id/developer: closed payment, channels) publish, as read in November 2026. In our own words.
 */

export const KEYS = {
  MIDTRANS_SERVER_KEY: 'Mid-server-uji-7cWq2Lx9',
  TRIPAY_MERCHANT_CODE: 'T0001',
  TRIPAY_API_KEY: 'tripay-api-uji-3Gf9Ju1K',
  TRIPAY_PRIVATE_KEY: 'tripay-private-uji-Zs6hY',
};

const ajv = new Ajv({ allErrors: true });

const midtransCharge = ajv.compile({
  type: 'object',
  required: ['payment_type', 'transaction_details'],
  additionalProperties: false,
  properties: {
    payment_type: { enum: ['qris', 'bank_transfer'] },
    transaction_details: {
      type: 'object',
      required: ['order_id', 'gross_amount'],
      additionalProperties: false,
      properties: {
        order_id: { type: 'string', pattern: '^[A-Za-z0-9._~-]{1,50}$' },
        gross_amount: { type: 'integer', minimum: 1 },
      },
    },
    bank_transfer: {
      type: 'object',
      required: ['bank'],
      additionalProperties: false,
      properties: { bank: { enum: ['permata', 'bca', 'bni', 'bri', 'cimb'] } },
    },
    custom_expiry: {
      type: 'object',
      additionalProperties: false,
      properties: {
        expiry_duration: { type: 'integer', minimum: 1 },
        unit: { enum: ['second', 'minute', 'hour', 'day'] },
      },
    },
  },
  if: { properties: { payment_type: { const: 'bank_transfer' } } },
  then: { required: ['bank_transfer'] },
});

const tripayCreate = ajv.compile({
  type: 'object',
  required: [
    ...['method', 'merchant_ref', 'amount', 'customer_name', 'customer_email', 'order_items', 'signature'],
  ],
  additionalProperties: false,
  properties: {
    method: { enum: ['QRIS', 'QRISC', 'QRIS2', 'BCAVA', 'BNIVA', 'BRIVA', 'PERMATAVA'] },
    merchant_ref: { type: 'string', minLength: 1 },
    amount: { type: 'integer', minimum: 1 },
    customer_name: { type: 'string', minLength: 1 },
    customer_email: { type: 'string', pattern: '@' },
    customer_phone: { type: 'string' },
    order_items: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['name', 'price', 'quantity'],
        properties: {
          name: { type: 'string' },
          price: { type: 'integer' },
          quantity: { type: 'integer', minimum: 1 },
        },
      },
    },
    callback_url: { type: 'string' },
    return_url: { type: 'string' },
    expired_time: { type: 'integer' },
    signature: { type: 'string' },
  },
});

/** Minutes until a payment of this channel ends, at least and at most. */
const TRIPAY_MINUTES: Readonly<Record<string, readonly [number, number]>> = {
  QRIS: [10, 60],
  BCAVA: [15, 43_200],
  BNIVA: [15, 1440],
  BRIVA: [60, 43_200],
  PERMATAVA: [60, 43_200],
};

export interface ProviderOrder {
  reference: string;
  amount: number;
}

/** What is wrong with a charge; else the order. */
export function readCharge(headers: Record<string, unknown>, body: unknown): ProviderOrder | string {
  const basic = `Basic ${Buffer.from(`${KEYS.MIDTRANS_SERVER_KEY}:`).toString('base64')}`;
  if (headers['authorization'] !== basic) return 'authorization';
  if (!midtransCharge(body)) return ajv.errorsText(midtransCharge.errors);
  const { order_id: reference, gross_amount: amount } = (body as unknown as Charge).transaction_details;
  return { reference, amount };
}

interface Charge {
  transaction_details: { order_id: string; gross_amount: number };
}

interface Transaction {
  method: string;
  merchant_ref: string;
  amount: number;
  order_items: { price: number; quantity: number }[];
  expired_time: number;
  signature: string;
}

export function readTransaction(
  headers: Record<string, unknown>,
  body: unknown,
  now: Date,
): ProviderOrder | string {
  if (headers['authorization'] !== `Bearer ${KEYS.TRIPAY_API_KEY}`) return 'authorization';
  if (!tripayCreate(body)) return ajv.errorsText(tripayCreate.errors);
  const {
    method,
    merchant_ref: reference,
    amount,
    order_items,
    expired_time,
    signature,
  } = body as unknown as Transaction;
  const sum = order_items.reduce((total, { price, quantity }) => total + price * quantity, 0);
  if (sum !== amount) return `items of ${sum}`;
  const [least, most] = TRIPAY_MINUTES[method] ?? [0, 0];
  const minutes = (expired_time * 1000 - now.getTime()) / 60_000;
  if (minutes < least || minutes > most) return `expires in ${minutes} minutes`;
  if (signature !== tripaySignature(`${KEYS.TRIPAY_MERCHANT_CODE}${reference}${amount}`)) return 'signature';
  return { reference, amount };
}

export const tripaySignature = (content: string, key = KEYS.TRIPAY_PRIVATE_KEY) =>
  createHmac('sha256', key).update(content).digest('hex');
