import { Injectable } from '@nestjs/common';
import { Config } from '../../../../config/index.js';
import { DevicesService } from '../../../../gateway/index.js';
import { FreeDeliveries } from '../../../../otp/index.js';
import { Clock } from '../../../../platform/time/clock.js';
import { AlertMetrics } from '../alert-metrics.js';
import { AlertSource, type Look } from '../alert-source.js';
import { SERVICE, type Sighting } from '../kinds.rules.js';

const UNKNOWN = 'unknown';

/** Devices whose messages arrive after they were refunded: nobody pays the operator for those. */
@Injectable()
export class FreeDeliverySource extends AlertSource {
  readonly kinds = ['free_deliveries'] as const;

  constructor(
    private readonly free: FreeDeliveries,
    private readonly devices: DevicesService,
    private readonly metrics: AlertMetrics,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    super();
  }

  async look(): Promise<Look> {
    const at = this.clock.now();
    const { ALERT_FREE_DELIVERIES: most } = this.config;
    const today = await this.free.today();
    const names = await this.devices.namesOf([...today.keys()].filter((id) => id !== null));
    const sightings: Sighting[] = [];
    this.metrics.freeDeliveries.reset();
    for (const [id, free] of today) {
      const device = (id !== null && names.get(id)) || null;
      this.metrics.freeDeliveries.set({ device: device ?? UNKNOWN }, free.deliveries);
      if (most === 0 || free.deliveries <= most) continue;
      const subject = id === null ? SERVICE : `device:${id}`;
      sightings.push({ kind: 'free_deliveries', subject, detail: { device, ...free } });
    }
    return { at, sightings };
  }
}
