import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { Database } from '../../common/database/index.js';
import { Calendar } from '../../common/time/calendar.js';
import type { AlertPage, AlertQuery, AlertView } from './alerts.dto.js';
import { OperatorAlert } from './operator-alert.entity.js';
import { OperatorNotice } from './operator-notice.entity.js';

@Injectable()
export class AlertList {
  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
  ) {}

  /** Those that held long enough, newest first, and who was told. */
  async page({ page, limit, offset, state }: AlertQuery): Promise<AlertPage> {
    const endedAt = state === undefined ? {} : { endedAt: state === 'open' ? IsNull() : Not(IsNull()) };
    const [alerts, total] = await this.database.read.findAndCount(OperatorAlert, {
      where: { begunAt: Not(IsNull()), ...endedAt },
      order: { id: 'DESC' },
      skip: offset,
      take: limit,
    });
    const notices = await this.database.read.find(OperatorNotice, {
      where: { alertId: In(alerts.map(({ id }) => id)) },
      order: { id: 'ASC' },
    });
    const items = alerts.map((alert) =>
      this.view(
        alert,
        notices.filter(({ alertId }) => alertId === alert.id),
      ),
    );
    return { total, page, limit, items };
  }

  private view(alert: OperatorAlert, notices: OperatorNotice[]): AlertView {
    const { id, kind, subject, detail, since, endedAt } = alert;
    return {
      id,
      kind,
      subject,
      detail,
      since: this.calendar.format(since),
      ended_at: endedAt && this.calendar.format(endedAt),
      notices: notices.map(({ event, channel, target, state, attempts, toldAt }) => ({
        event,
        channel,
        target,
        state,
        attempts,
        told_at: toldAt && this.calendar.format(toldAt),
      })),
    };
  }
}
