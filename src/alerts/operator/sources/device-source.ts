import { Injectable } from '@nestjs/common';
import { scrub } from '../../../common/text/scrub.js';
import { Clock } from '../../../common/time/clock.js';
import { DevicePool } from '../../../gateway/index.js';
import { AlertSource, type Look } from '../alert-source.js';
import type { Sighting } from '../kinds.rules.js';

const CAUSE_MAX = 120;

type Watched = Awaited<ReturnType<DevicePool['watched']>>[number];

/** Devices that should be sending and cannot. What an administrator took out is no news to anybody. */
@Injectable()
export class DeviceSource extends AlertSource {
  readonly kinds = ['device_disconnected', 'device_restricted', 'device_degraded'] as const;

  constructor(
    private readonly pool: DevicePool,
    private readonly clock: Clock,
  ) {
    super();
  }

  async look(): Promise<Look> {
    const watched = await this.pool.watched();
    const at = this.clock.now();
    const active = watched.filter(({ device }) => device.state === 'active');
    return { at, sightings: active.flatMap((pooled) => this.sightingsOf(pooled, at)) };
  }

  /** Each by itself: what is restricted may be disconnected too, and the one ends without the other. */
  private sightingsOf(pooled: Watched, at: Date): Sighting[] {
    const { device } = pooled;
    const about = { subject: `device:${device.id}` };
    const sightings: Sighting[] = [];
    if (pooled.healthAt(at) === 'disconnected') {
      const detail = { device: device.name, cause: this.causeOf(pooled) };
      sightings.push({ ...about, kind: 'device_disconnected', detail });
    }
    const until = pooled.restrictedUntil(at)?.toISOString();
    if (until)
      sightings.push({ ...about, kind: 'device_restricted', detail: { device: device.name, until } });
    const since = device.degradedSince?.toISOString();
    if (since) sightings.push({ ...about, kind: 'device_degraded', detail: { device: device.name, since } });
    return sightings;
  }

  private causeOf({ device }: Watched): string | null {
    const words = this.pool.lastProbeOf(device)?.detail;
    return words ? scrub(words, CAUSE_MAX) : null;
  }
}
