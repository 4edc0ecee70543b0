import type { Message } from '../otp/index.js';
import { Field, OrNull } from '../platform/openapi/response-fields.js';
import { amountOf, costBasisOf, type CostTable } from './cost.rules.js';

export class MessageCost {
  @Field('ISO 4217', { example: 'USD' }) currency!: string;
  @Field('Amount in the currency', { example: '0.025' }) amount!: string;
  @OrNull('string', 'Amount in rupiah; null: there is no rate for the day', { example: '408.7625' }) rupiah!:
    string | null;
}

/** Null: the cost is unknown, or the message has no outcome or is a test key's. */
export function messageCost(
  { livemode, status, day, deviceId, reportedCost }: Message,
  table: CostTable,
): MessageCost | null {
  if (!livemode || status === 'pending') return null;
  const basis = costBasisOf(status, reportedCost);
  const cost = table.of({ ...basis, day, deviceId: deviceId ?? 0, messages: 1 });
  if (!cost) return null;
  const { currency, micros, rupiah } = cost;
  return { currency, amount: amountOf(micros), rupiah: rupiah === null ? null : amountOf(rupiah) };
}
