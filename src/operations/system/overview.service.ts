import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { CreditThresholds } from '../../credit/index.js';
import { DevicePool } from '../../gateway/index.js';
import { FAILURE_COUNTER, SEND_COUNTER } from '../../otp/index.js';
import { FAILURE_REASONS } from '../../platform/text/failure-reason.js';
import { Calendar } from '../../platform/time/calendar.js';
import { Clock } from '../../platform/time/clock.js';
import { TimeCounters } from '../../platform/time-counters/index.js';
import { UsersService } from '../../users/index.js';
import type { OverviewView } from './system.dto.js';

const MINUTES = 60;
const HOURS = 24;
const LOW_ACCOUNTS_MAX = 10;

/** Current activity for the administrators' home page, from counters only. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly counters: TimeCounters,
    private readonly thresholds: CreditThresholds,
    private readonly users: UsersService,
    private readonly pool: DevicePool,
    private readonly config: Config,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  async view(): Promise<OverviewView> {
    const [sends, failures, lowCredit, setUp] = await Promise.all([
      this.sends(),
      this.failures(),
      this.lowCredit(),
      this.setUp(),
    ]);
    return { sends, failures, low_credit: lowCredit, set_up: setUp };
  }

  private async sends(): Promise<OverviewView['sends']> {
    const minutes = await this.counters.last(SEND_COUNTER, 'minute', MINUTES);
    return minutes.map(({ at, times }) => ({
      ...this.calendar.fields('at', at),
      accepted: times['accepted'] ?? 0,
      refused: times['refused'] ?? 0,
      failed: times['failed'] ?? 0,
    }));
  }

  private async failures(): Promise<OverviewView['failures']> {
    const hours = await this.counters.last(FAILURE_COUNTER, 'hour', HOURS);
    const day = this.calendar.day(this.clock.now());
    const today = hours.filter(({ at }) => this.calendar.day(at) === day);
    const timesIn = (some: typeof hours, reason: string) =>
      some.reduce((sum, { times }) => sum + (times[reason] ?? 0), 0);
    return FAILURE_REASONS.map((reason) => ({
      reason,
      today: timesIn(today, reason),
      last_24_hours: timesIn(hours, reason),
    }))
      .filter(({ last_24_hours: count }) => count > 0)
      .sort((one, other) => other.last_24_hours - one.last_24_hours);
  }

  private async lowCredit(): Promise<OverviewView['low_credit']> {
    const low = await this.thresholds.lowest(LOW_ACCOUNTS_MAX);
    const names = await this.users.namesOf(low.map(({ userId }) => userId));
    return low.map(({ userId, balance, threshold }) => ({
      user_id: userId,
      username: names.get(userId) ?? null,
      credit_balance: balance,
      low_threshold: threshold,
    }));
  }

  private async setUp(): Promise<OverviewView['set_up']> {
    const { PUBLIC_URL, SMTP_URL, ALERT_WEBHOOK_URL, alertMailTo } = this.config;
    const watched = await this.pool.watched();
    return {
      device_linked: watched.some(({ isLinked, device }) => isLinked && device.state !== 'setup'),
      public_url: PUBLIC_URL !== undefined,
      mail: SMTP_URL !== undefined,
      operator_alerts: ALERT_WEBHOOK_URL !== undefined || alertMailTo.length > 0,
    };
  }
}
