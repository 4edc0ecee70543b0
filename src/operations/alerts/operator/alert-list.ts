import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull, Like, Not } from 'typeorm';
import { Database } from '../../../platform/database/index.js';
import { orNotFound } from '../../../platform/errors/index.js';
import { Calendar } from '../../../platform/time/calendar.js';
import { Clock } from '../../../platform/time/clock.js';
import { UsersService } from '../../../users/index.js';
import { Audit, type UserActor } from '../../audit/index.js';
import type { AlertCondition } from './alert-kinds.rules.js';
import {
  type AlertPage,
  type AlertQuery,
  type AlertView,
  DEVICE_ALERTS,
  type DeviceAlertItem,
  type DeviceAlertPage,
  type DeviceAlertQuery,
} from './alerts.dto.js';
import { NoticeOutbox } from './notice-outbox.js';
import { OperatorAlert, OperatorNotice } from './operator-alert.entity.js';

const OPEN_ALERT = {
  begunAt: Not(IsNull()),
  endedAt: IsNull(),
} as const satisfies FindOptionsWhere<OperatorAlert>;

@Injectable()
export class AlertList {
  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
    private readonly users: UsersService,
  ) {}

  /** Alerts that have begun, newest first, with their notices. */
  async page({ page, limit, offset, state }: AlertQuery): Promise<AlertPage> {
    const endedAt = state === undefined ? {} : { endedAt: state === 'open' ? IsNull() : Not(IsNull()) };
    const [alerts, total] = await this.database.read.findAndCount(OperatorAlert, {
      where: { begunAt: Not(IsNull()), ...endedAt },
      order: { id: 'DESC' },
      skip: offset,
      take: limit,
    });
    const unacknowledged = await this.database.read.countBy(OperatorAlert, {
      ...OPEN_ALERT,
      acknowledgedAt: IsNull(),
    });
    return { total, page, limit, items: await this.views(alerts), unacknowledged };
  }

  async ofDevices({ page, limit, offset, device_id: id }: DeviceAlertQuery): Promise<DeviceAlertPage> {
    const [alerts, total] = await this.database.read.findAndCount(OperatorAlert, {
      where: {
        begunAt: Not(IsNull()),
        kind: In(Object.keys(DEVICE_ALERTS)),
        subject: id === undefined ? Like('device:%') : `device:${id}`,
      },
      order: { id: 'DESC' },
      skip: offset,
      take: limit,
    });
    return { total, page, limit, items: alerts.map((alert) => this.deviceAlert(alert)) };
  }

  private deviceAlert(alert: OperatorAlert): DeviceAlertItem {
    const { id, kind, subject, detail, since, endedAt } = alert;
    const { words, messages, cause, until } = factsOf({ kind, subject, detail } as DeviceSighting);
    return {
      id,
      device_id: Number(subject.replace('device:', '')),
      kind: DEVICE_ALERTS[kind as keyof typeof DEVICE_ALERTS],
      detail: words,
      messages: messages ?? null,
      cause: cause ?? null,
      ...this.calendar.fields('until', until === undefined ? null : new Date(until)),
      ...this.calendar.fields('raised_at', since),
      ...this.calendar.fields('ended_at', endedAt),
    };
  }

  async find(id: number): Promise<AlertView | undefined> {
    const alerts = await this.database.read.findBy(OperatorAlert, { id, begunAt: Not(IsNull()) });
    return (await this.views(alerts))[0];
  }

  private async views(alerts: OperatorAlert[]): Promise<AlertView[]> {
    const notices = await this.database.read.find(OperatorNotice, {
      where: { alertId: In(alerts.map(({ id }) => id)) },
      order: { id: 'ASC' },
    });
    const names = await this.users.namesOf(alerts.flatMap(({ acknowledgedBy }) => acknowledgedBy ?? []));
    return alerts.map(({ id, kind, subject, detail, since, endedAt, acknowledgedAt, acknowledgedBy }) => ({
      ...{ id, kind, subject, detail },
      ...this.calendar.fields('since', since),
      ...this.calendar.fields('ended_at', endedAt),
      ...this.calendar.fields('acknowledged_at', acknowledgedAt),
      acknowledged_by: names.get(acknowledgedBy ?? 0) ?? null,
      notices: notices
        .filter(({ alertId }) => alertId === id)
        .map(({ event, channel, target, state, attempts, toldAt }) => ({
          ...{ event, channel, target, state, attempts },
          ...this.calendar.fields('told_at', toldAt),
        })),
    }));
  }
}

type DeviceSighting = AlertCondition<keyof typeof DEVICE_ALERTS>;

interface Facts {
  words: string;
  messages?: number;
  cause?: string | null;
  until?: string;
}

function factsOf({ kind, detail }: DeviceSighting): Facts {
  switch (kind) {
    case 'device_disconnected':
      return { words: detail.cause ?? 'not connected', cause: detail.cause };
    case 'device_restricted':
      return { words: `restricted until ${detail.until}`, until: detail.until };
    case 'device_failing': {
      const { failures: messages, cause } = detail;
      return { words: `${messages} messages in a row not accepted`, messages, cause };
    }
    case 'device_degraded': {
      // Older releases did not store the number.
      const messages = (detail as Partial<typeof detail>).messages;
      return messages === undefined
        ? { words: 'messages without acknowledgement' }
        : { words: `${messages} messages without acknowledgement`, messages };
    }
    case 'template_blocked':
      return { words: `${detail.template}: ${detail.status ?? 'refused'}`, cause: detail.cause };
    case 'device_new_chats': {
      const { used, total, until } = detail;
      const count = used === null || total === null ? '' : `, ${used} of ${total} used`;
      return { words: `the quota of new chats is nearly used up${count}`, ...(until && { until }) };
    }
    case 'free_deliveries':
      return { words: `${detail.deliveries} delivered after a refund`, messages: detail.deliveries };
  }
}

/** Acknowledges alerts: pending notices are withdrawn. The alert ends like any other. */
@Injectable()
export class Acknowledging {
  constructor(
    private readonly database: Database,
    private readonly list: AlertList,
    private readonly notices: NoticeOutbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Only the first of several administrators counts. */
  async acknowledge(actor: UserActor, id: number): Promise<AlertView> {
    const alert = orNotFound(await this.list.find(id));
    const { kind, subject } = alert;
    await this.database.tx(async (tx) => {
      const row = await this.database.lockRow(tx, OperatorAlert, { id });
      const isOpen = row !== null && row.begunAt !== null && row.endedAt === null;
      if (!isOpen || row.acknowledgedAt !== null) return;
      const acknowledged = { acknowledgedAt: this.clock.now(), acknowledgedBy: actor.userId };
      await tx.update(OperatorAlert, { id }, acknowledged);
      await this.notices.withdraw(tx, id);
      await this.audit.record(tx, actor, 'alert.acknowledge', `alert:${id}`, { kind, subject });
    });
    return (await this.list.find(id)) ?? alert;
  }
}
