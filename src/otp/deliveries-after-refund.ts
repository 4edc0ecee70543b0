import { Get, Injectable, Query } from '@nestjs/common';
import { LessThan, MoreThanOrEqual } from 'typeorm';
import { AdminController } from '../platform/access/principal.js';
import { Sweepers } from '../platform/background/sweepers.js';
import { Database, purge } from '../platform/database/index.js';
import { IdField } from '../platform/http/request-fields.js';
import { Answers } from '../platform/openapi/index.js';
import { Field } from '../platform/openapi/response-fields.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import { DeliveryAfterRefund, UNKNOWN_DEVICE } from './message.entities.js';

const SHOWN_DAYS = 30;
const KEPT_DAYS = 90;

class FreeDeliveriesQuery {
  @IdField() user_id?: number;
  @IdField() device_id?: number;
}

class FreeFigures {
  @Field('Messages that arrived after a refund', { example: 3 }) deliveries!: number;
  @Field('The credits that were refunded for these messages', { example: 600 }) credits!: number;
}

class FreeDeliveriesView {
  @Field('Since midnight in the time zone of the service', { type: FreeFigures }) today!: FreeFigures;
  @Field('Today and the 29 days before', { type: FreeFigures }) last_30_days!: FreeFigures;
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

  async of({ user_id: userId, device_id: deviceId }: FreeDeliveriesQuery): Promise<FreeDeliveriesView> {
    const now = this.clock.now();
    const today = this.calendar.day(now);
    const [from = today] = this.calendar.lastDays(now, SHOWN_DAYS);
    const rows = await this.database.read.findBy(DeliveryAfterRefund, {
      ...(userId === undefined ? {} : { userId }),
      ...(deviceId === undefined ? {} : { deviceId }),
      day: MoreThanOrEqual(from),
    });
    return { today: sumOf(rows.filter(({ day }) => day === today)), last_30_days: sumOf(rows) };
  }

  /** Today's deliveries by device; null: unknown device. */
  async today(): Promise<Map<number | null, FreeFigures>> {
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

  purge(limit: number): Promise<number> {
    const [from = ''] = this.calendar.lastDays(this.clock.now(), KEPT_DAYS);
    return purge(this.database, DeliveryAfterRefund, { where: { day: LessThan(from) }, by: 'userId' }, limit);
  }
}

function sumOf(rows: DeliveryAfterRefund[]): FreeFigures {
  return {
    deliveries: rows.reduce((total, row) => total + row.deliveries, 0),
    credits: rows.reduce((total, row) => total + row.credits, 0),
  };
}

@AdminController('api/admin/free-deliveries')
export class FreeDeliveriesAdminController {
  constructor(private readonly free: DeliveriesAfterRefund) {}

  @Get()
  @Answers(FreeDeliveriesView, {
    summary: {
      id: 'Pesan yang sampai setelah kreditnya dikembalikan',
      en: 'List messages that arrived after their refund',
    },
    about: 'Totals by account and device.',
  })
  listFreeDeliveries(@Query() query: FreeDeliveriesQuery): Promise<FreeDeliveriesView> {
    return this.free.of(query);
  }
}
