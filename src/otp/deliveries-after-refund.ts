import { Injectable } from '@nestjs/common';
import { LessThan, MoreThanOrEqual } from 'typeorm';
import { Sweepers } from '../platform/background/sweepers.js';
import { Database, purge } from '../platform/database/index.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import { DeliveryAfterRefund, UNKNOWN_DEVICE } from './message.entities.js';

const SHOWN_DAYS = 30;
const KEPT_DAYS = 90;

/** Messages that were delivered after their refund, and what was refunded for them. */
interface Figures {
  deliveries: number;
  credits: number;
}

/** Of one account, of one device, or of both. */
interface Whose {
  userId?: number;
  deviceId?: number;
}

/** Counts messages that were delivered after their refund: the cost of gateways that report failures wrongly. */
@Injectable()
export class DeliveriesAfterRefund {
  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
    sweepers: Sweepers,
  ) {
    sweepers.purge('free deliveries', (limit) => this.purge(limit));
  }

  async of({ userId, deviceId }: Whose): Promise<{ today: Figures; lastDays: Figures }> {
    const now = this.clock.now();
    const today = this.calendar.day(now);
    const [from = today] = this.calendar.lastDays(now, SHOWN_DAYS);
    const rows = await this.database.read.findBy(DeliveryAfterRefund, {
      ...(userId === undefined ? {} : { userId }),
      ...(deviceId === undefined ? {} : { deviceId }),
      day: MoreThanOrEqual(from),
    });
    return { today: sumOf(rows.filter(({ day }) => day === today)), lastDays: sumOf(rows) };
  }

  /** Today's deliveries by device; null: unknown device. */
  async today(): Promise<Map<number | null, Figures>> {
    const rows = await this.database.read.findBy(DeliveryAfterRefund, {
      day: this.calendar.day(this.clock.now()),
    });
    const ids = new Set(rows.map(({ deviceId }) => deviceId));
    return new Map(
      [...ids].map((id) => [
        id === UNKNOWN_DEVICE ? null : id,
        sumOf(rows.filter(({ deviceId }) => deviceId === id)),
      ]),
    );
  }

  /** Deletes old counts, a bounded number at once; returns how many. */
  purge(limit: number): Promise<number> {
    const [from = ''] = this.calendar.lastDays(this.clock.now(), KEPT_DAYS);
    return purge(this.database, DeliveryAfterRefund, { where: { day: LessThan(from) }, by: 'userId' }, limit);
  }
}

function sumOf(rows: DeliveryAfterRefund[]): Figures {
  return {
    deliveries: rows.reduce((total, row) => total + row.deliveries, 0),
    credits: rows.reduce((total, row) => total + row.credits, 0),
  };
}
