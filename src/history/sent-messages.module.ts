import { Global, Injectable, Module } from '@nestjs/common';
import { IsNull, LessThanOrEqual, Not } from 'typeorm';
import { type HandedMessage, SentMessages } from '../gateway/index.js';
import { InboundVerification, Message, MessageAttempt } from '../otp/index.js';
import { Database } from '../platform/database/index.js';

const HANDED = { id: true, deviceId: true, createdAt: true, sentAt: true, deliveredAt: true, failedAt: true };

/** Implements the port of the gateway module. */
@Injectable()
class SentMessageReader extends SentMessages {
  constructor(private readonly database: Database) {
    super();
  }

  lastOf(deviceId: number, count: number, until?: Date): Promise<HandedMessage[]> {
    return this.database.read.find(Message, {
      select: HANDED,
      where: { deviceId, ...(until ? { createdAt: LessThanOrEqual(until) } : {}) },
      order: { id: 'DESC' },
      take: count,
    });
  }

  lastTo(recipientIndex: string, count: number): Promise<HandedMessage[]> {
    return this.database.read.find(Message, {
      select: HANDED,
      where: { recipientIndex, deviceId: Not(IsNull()) },
      order: { createdAt: 'DESC' },
      take: count,
    });
  }

  async writtenToBy(recipientIndex: string): Promise<number[]> {
    const approved = await this.database.read
      .createQueryBuilder(InboundVerification, 'verification')
      .select('verification.deviceId', 'deviceId')
      .distinct()
      .where({ recipientIndex, status: 'approved', livemode: true })
      .getRawMany<{ deviceId: unknown }>();
    return approved.map(({ deviceId }) => Number(deviceId));
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
