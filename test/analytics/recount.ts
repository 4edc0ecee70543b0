import {
  CellSums,
  type Facet,
  OTHERS,
  type RollupCell,
  zeroCounts,
} from '../../src/analytics/rollup.rules.js';
import type { Message } from '../../src/otp/message.entities.js';
import { prefixOf } from '../../src/platform/text/phone.rules.js';

/** The upper ends of the steps, in seconds. */
const STEPS = [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45, 60, 90, 120, 300, 600, 1800, 3600, 21_600, 86_400];

/** What messages count up to by hour and facet: a second implementation, message by message. */
export function recount(messages: readonly Message[], hourOf: (at: Date) => number): RollupCell[] {
  const sums = new CellSums();
  for (const message of messages) {
    const counts = zeroCounts();
    if (message.status !== 'pending') counts[message.status] = 1;
    if (message.convertedAt) counts.converted = 1;
    if (message.status === 'pending' && !message.convertedAt) continue;
    for (const [part, value] of valuesOf(message))
      sums.add({ part, hour: hourOf(message.createdAt), value }, counts);
  }
  return sums.cells;
}

function valuesOf(message: Message): [Facet, string][] {
  const { status, apiKeyId, deviceId, channel, failureReason, recipientMasked, createdAt, deliveredAt } =
    message;
  const values: [Facet, string][] = [
    ['all', ''],
    ['key', String(apiKeyId)],
    ['device', deviceId === null ? OTHERS : String(deviceId)],
    ['channel', channel],
    ['prefix', prefixOf(recipientMasked) ?? OTHERS],
  ];
  if (status === 'failed') values.push(['reason', failureReason ?? 'unknown']);
  if (status === 'delivered' && deliveredAt) {
    const seconds = (deliveredAt.getTime() - createdAt.getTime()) / 1000;
    values.push(['latency', String(STEPS.find((upTo) => seconds <= upTo) ?? 'longer')]);
  }
  return values;
}
