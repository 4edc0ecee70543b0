import { Global, Injectable, Module } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { type DeviceMessage, type RecipientHistory, SentMessages } from '../gateway/index.js';
import { Message, MessageAttempt } from '../otp/index.js';
import { Database, list, momentOf, statement } from '../platform/database/index.js';

const HANDED = { id: true, deviceId: true, createdAt: true, sentAt: true, deliveredAt: true, failedAt: true };

/** Messages to a recipient, and the devices that it wrote to. Rows of the latter have no times. */
const contacts = (recipients: readonly string[]) => `SELECT * FROM (
    SELECT device_id, created_at, sent_at, delivered_at, failed_at FROM messages
     WHERE recipient_index IN ${list(recipients)} AND device_id IS NOT NULL ORDER BY created_at DESC LIMIT ?) sent
  UNION ALL
  SELECT device_id, NULL, NULL, NULL, NULL FROM inbound_verifications
   WHERE recipient_index IN ${list(recipients)} AND status = 'approved' AND livemode = 1`;

interface ContactRow {
  device_id: unknown;
  created_at: unknown;
  sent_at: unknown;
  delivered_at: unknown;
  failed_at: unknown;
}

const deviceMessage = (row: ContactRow, createdAt: Date): DeviceMessage => ({
  deviceId: Number(row.device_id),
  createdAt,
  sentAt: momentIn(row.sent_at),
  deliveredAt: momentIn(row.delivered_at),
  failedAt: momentIn(row.failed_at),
});

const momentIn = (value: unknown) => (value === null ? null : momentOf(value));

/** Implements {@link SentMessages} of the gateway module. */
@Injectable()
class SentMessageReader extends SentMessages {
  constructor(private readonly database: Database) {
    super();
  }

  lastOf(deviceId: number, count: number, until?: Date): Promise<DeviceMessage[]> {
    // Without the index name, TiDB would scan the messages of all devices from the newest.
    return this.database.read
      .createQueryBuilder(Message, 'message')
      .useIndex('ix_messages_device_id_id')
      .setFindOptions({
        select: HANDED,
        where: { deviceId, ...(until ? { createdAt: LessThanOrEqual(until) } : {}) },
        order: { id: 'DESC' },
        take: count,
      })
      .getMany();
  }

  async contactsOf(recipients: readonly string[], count: number): Promise<RecipientHistory> {
    const { sql, values } = statement(contacts(recipients), [...recipients, count, ...recipients]);
    const rows = await this.database.read.query<ContactRow[]>(sql, values);
    const messages = rows
      .flatMap((row) => (row.created_at === null ? [] : [deviceMessage(row, momentOf(row.created_at))]))
      .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
    const wroteTo = rows.filter((row) => row.created_at === null);
    return { messages, writtenTo: [...new Set(wroteTo.map((row) => Number(row.device_id)))] };
  }

  async haveUsed(deviceId: number): Promise<boolean> {
    const { read } = this.database;
    return (await read.existsBy(MessageAttempt, { deviceId })) || read.existsBy(Message, { deviceId });
  }
}

/** Global: the gateway module injects the port and does not know this module. */
@Global()
@Module({ providers: [{ provide: SentMessages, useClass: SentMessageReader }], exports: [SentMessages] })
export class SentMessagesModule {}
