import { Injectable } from '@nestjs/common';
import { ClockWatch } from '../../../../platform/database/index.js';
import { Clock } from '../../../../platform/time/clock.js';
import { AlertSource, type Look } from '../alert-source.js';
import { instanceName, type Sighting } from '../kinds.rules.js';

/** A machine whose clock differs from the database's. Each instance reports its own. */
@Injectable()
export class ClockSource extends AlertSource {
  readonly kinds = ['clock_wrong'] as const;

  constructor(
    private readonly clocks: ClockWatch,
    private readonly clock: Clock,
  ) {
    super();
  }

  look(): Promise<Look> {
    const at = this.clock.now();
    return Promise.resolve({ at, sightings: this.clocks.isSkewed ? [this.sighting()] : [] });
  }

  private sighting(): Sighting {
    const instance = instanceName();
    const detail = { instance, seconds: Math.round(this.clocks.skewSeconds) };
    return { kind: 'clock_wrong', subject: `instance:${instance}`, detail };
  }
}
