import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Database } from '../../../platform/database/index.js';
import { orNotFound } from '../../../platform/errors/index.js';
import { Clock } from '../../../platform/time/clock.js';
import { Audit, type UserActor } from '../../audit/index.js';
import { AlertList, OPEN_ALERT } from './alert-list.js';
import type { AlertView } from './alerts.dto.js';
import { Notices } from './notices.js';
import { OperatorAlert } from './operator-alert.entity.js';

/** That an administrator has taken notice of an alert, and it need not call any more. It ends as every alert does. */
@Injectable()
export class Acknowledging {
  constructor(
    private readonly database: Database,
    private readonly list: AlertList,
    private readonly notices: Notices,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Of several the first; where it has ended meanwhile, there is nothing to do. */
  async acknowledge(actor: UserActor, id: number): Promise<AlertView> {
    const alert = orNotFound(await this.list.find(id));
    const { kind, subject } = alert;
    await this.database.tx(async (tx) => {
      const acknowledged = { acknowledgedAt: this.clock.now(), acknowledgedBy: actor.userId };
      const unseen = { id, ...OPEN_ALERT, acknowledgedAt: IsNull() };
      const { affected } = await tx.update(OperatorAlert, unseen, acknowledged);
      if (affected !== 1) return;
      await this.notices.withdraw(tx, id);
      await this.audit.record(tx, actor, 'alert.acknowledge', `alert:${id}`, { kind, subject });
    });
    return (await this.list.find(id)) ?? alert;
  }
}
