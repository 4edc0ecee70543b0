import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../common/clock.js';
import { newReference } from '../../common/random.js';
import type { OutboundEvent } from './event.js';
import { WebhookEvent } from './webhook-event.entity.js';

/** Where events enter the outbox. */
@Injectable()
export class Webhooks {
  constructor(private readonly clock: Clock) {}

  /** Notes an event in the transaction in which it happens: both are kept or neither. */
  async enqueue(tx: EntityManager, event: OutboundEvent): Promise<void> {
    const now = this.clock.now();
    await tx.insert(WebhookEvent, {
      ...event,
      reference: newReference('evt', now),
      createdAt: now,
      expandedAt: null,
    });
  }
}
