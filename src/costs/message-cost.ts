import { ApiProperty } from '@nestjs/swagger';
import type { Message } from '../otp/index.js';
import { OrNull } from '../platform/openapi/response-fields.js';
import { amountOf } from './amount.rules.js';
import { costBasisOf, type CostTable } from './cost.rules.js';

export class MessageCost {
  @ApiProperty({ example: 'USD', description: 'ISO 4217' }) currency!: string;
  @ApiProperty({ example: '0.025', description: 'Units of the currency' }) amount!: string;
  @OrNull('string', { example: '408.7625', description: 'In rupiah; null: its day has no rate' })
  rupiah!: string | null;
}

/** Null: not known, or a message without an outcome or of a test key. */
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
