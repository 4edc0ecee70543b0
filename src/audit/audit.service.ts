import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../common/clock.js';
import type { AuditAction } from './actions.js';
import { AuditEntry } from './audit-entry.entity.js';

/** Who acts, and in which request. */
export interface Actor {
  userId: number;
  requestId: string;
}

@Injectable()
export class Audit {
  constructor(private readonly clock: Clock) {}

  /** Notes a change in the transaction that makes it. `target` is such as `user:7`. */
  async record(
    tx: EntityManager,
    actor: Actor,
    action: AuditAction,
    target: string,
    detail: object | null = null,
  ): Promise<void> {
    await tx.insert(AuditEntry, {
      actorId: actor.userId,
      action,
      target,
      detail,
      requestId: actor.requestId,
      createdAt: this.clock.now(),
    });
  }
}
