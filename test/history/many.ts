import { Message, MessageCounter } from '../../src/otp/message.entities.js';
import { execute, upsert } from '../../src/platform/database/index.js';
import type { TestApp } from '../support/app.js';

/** Delivered messages of an account that nobody sent: its books do not balance. */
export function fill(
  app: TestApp,
  userId: number,
  from: number,
  count: number,
  more: Partial<Message> = {},
): Promise<unknown> {
  const createdAt = app.clock.now();
  const rows = Array.from({ length: count }, (_, i) => ({
    reference: `otp_${String(from + i).padStart(26, '0')}`,
    userId,
    apiKeyId: 1,
    livemode: true,
    status: 'delivered' as const,
    deviceId: null,
    gatewayMessageId: `id-${from + i}`,
    creditUsed: 200,
    recipientMasked: '6281****7890',
    recipientIndex: 'x',
    duplicateIndex: 'x',
    companyName: 'Toko Uji',
    errorMessage: null,
    day: '2026-01-31',
    createdAt,
    leaseUntil: createdAt,
    checkTries: 0,
    ...more,
  }));
  return app.database.tx(async (tx) => {
    await tx.insert(Message, rows);
    const counts = { userId, livemode: true, day: '2026-01-31', sent: 0, delivered: count, failed: 0 };
    const key = ['userId', 'livemode', 'day'] as const;
    await execute(tx, upsert(app.database.engine, MessageCounter, [counts], { key, add: ['delivered'] }));
  });
}
