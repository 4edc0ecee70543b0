import { Injectable } from '@nestjs/common';
import { TopUpRequests } from '../../../../credit/index.js';
import { Clock } from '../../../../platform/time/clock.js';
import { AlertSource, type Look } from '../alert-source.js';

/** Of so many accounts; whoever decides their requests sees the others. */
const SIGHTINGS_MAX = 100;

/** Transfers that accounts say to have made, and nobody has looked at. */
@Injectable()
export class TopUpSource extends AlertSource {
  readonly kinds = ['top_up_waiting'] as const;
  override readonly isCertain = true;

  constructor(
    private readonly requests: TopUpRequests,
    private readonly clock: Clock,
  ) {
    super();
  }

  async look(): Promise<Look> {
    const at = this.clock.now();
    const waiting = await this.requests.waiting(SIGHTINGS_MAX);
    const sightings = waiting.map(({ id, amount }) => ({
      kind: 'top_up_waiting' as const,
      subject: `top_up:${id}`,
      detail: { request: id, amount },
    }));
    return { at, sightings };
  }
}
