import { Injectable } from '@nestjs/common';
import { DevicePool } from '../../../../gateway/index.js';
import { scrub } from '../../../../platform/text/scrub.js';
import { Clock } from '../../../../platform/time/clock.js';
import { AlertSource, type Look } from '../alert-source.js';
import type { Sighting } from '../kinds.rules.js';

const CAUSE_MAX = 120;

type Watched = Awaited<ReturnType<DevicePool['watched']>>[number];

const causeOf = (words: string | null | undefined) => (words ? scrub(words, CAUSE_MAX) : null);

const aboutOf = ({ device }: Watched) => ({ subject: `device:${device.id}` });

/** The active devices: one that an administrator took out, or has not started yet, alerts nobody. */
const activeOf = async (pool: DevicePool) =>
  (await pool.watched()).filter(({ device }) => device.state === 'active');

/** Devices that are not connected, as this instance sees it: other instances may see another part of the network. */
@Injectable()
export class ConnectionSource extends AlertSource {
  readonly kinds = ['device_disconnected'] as const;

  constructor(
    private readonly pool: DevicePool,
    private readonly clock: Clock,
  ) {
    super();
  }

  async look(): Promise<Look> {
    const active = await activeOf(this.pool);
    const at = this.clock.now();
    const sightings = active
      .filter((pooled) => pooled.healthAt(at) === 'disconnected')
      .map((pooled): Sighting => {
        const { device } = pooled;
        const cause = causeOf(this.pool.lastProbeOf(device)?.detail);
        return { ...aboutOf(pooled), kind: 'device_disconnected', detail: { device: device.name, cause } };
      });
    return { at, sightings };
  }
}

/** What sends and reports have shown of devices, as it is stored for all instances. */
@Injectable()
export class DeviceSource extends AlertSource {
  readonly kinds = ['device_restricted', 'device_failing', 'device_degraded'] as const;
  override readonly beginsAtOnce = true;

  constructor(
    private readonly pool: DevicePool,
    private readonly clock: Clock,
  ) {
    super();
  }

  async look(): Promise<Look> {
    const active = await activeOf(this.pool);
    const at = this.clock.now();
    return { at, sightings: active.flatMap((pooled) => sightingsOf(pooled, at)) };
  }
}

/** Each by itself: what is restricted may be silent too, and the one ends without the other. */
function sightingsOf(pooled: Watched, at: Date): Sighting[] {
  const about = aboutOf(pooled);
  const { name: device, failingSince, failures, lastFailure, degradedSince } = pooled.device;
  const sightings: Sighting[] = [];
  const until = pooled.restrictedUntil(at)?.toISOString();
  if (until) sightings.push({ ...about, kind: 'device_restricted', detail: { device, until } });
  if (failingSince) {
    const detail = { device, failures, cause: causeOf(lastFailure) };
    sightings.push({ ...about, kind: 'device_failing', detail });
  }
  if (degradedSince) {
    const detail = { device, since: degradedSince.toISOString(), messages: pooled.judgement.unheard };
    sightings.push({ ...about, kind: 'device_degraded', detail });
  }
  return sightings;
}
