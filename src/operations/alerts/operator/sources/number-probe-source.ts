import { Injectable } from '@nestjs/common';
import { NotOnWhatsappLimit } from '../../../../otp/index.js';
import { Clock } from '../../../../platform/time/clock.js';
import { UsersService } from '../../../../users/index.js';
import { AlertSource, type Look } from '../alert-source.js';

/** Alerts at once; the accounts with the most refused sends come first. */
const SIGHTINGS_MAX = 20;

/** Accounts that sent to so many numbers without WhatsApp that further sends are refused. */
@Injectable()
export class NumberProbeSource extends AlertSource {
  readonly kinds = ['numbers_probed'] as const;
  override readonly isCertain = true;

  constructor(
    private readonly limit: NotOnWhatsappLimit,
    private readonly users: UsersService,
    private readonly clock: Clock,
  ) {
    super();
  }

  async look(): Promise<Look> {
    const at = this.clock.now();
    const refused = [...(await this.limit.refused())].toSorted(([, one], [, other]) => other - one);
    const most = refused.slice(0, SIGHTINGS_MAX);
    const names = await this.users.namesOf(most.map(([userId]) => userId));
    const sightings = most.map(([userId, count]) => ({
      kind: 'numbers_probed' as const,
      subject: `account:${userId}`,
      detail: { account: names.get(userId) ?? String(userId), refused: count },
    }));
    return { at, sightings };
  }
}
