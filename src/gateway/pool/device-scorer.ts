import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import type { Device } from '../device.entities.js';
import { driverNamed } from '../drivers/index.js';
import { SentMessages } from '../sent-messages.js';
import { hasReportSince, NEUTRAL, recordOf, type SentMessage } from './delivery-record.rules.js';
import { DeviceGauges } from './device-gauges.js';
import { DeviceHealthRecorder } from './device-health-recorder.js';
import { DeviceHealthStore } from './device-health-store.js';
import { DevicePool } from './device-pool.js';

/** Scores devices by their last messages in the database: all instances get the same score, also after a restart. */
@Injectable()
export class DeviceScorer {
  constructor(
    private readonly pool: DevicePool,
    private readonly recorder: DeviceHealthRecorder,
    private readonly gauges: DeviceGauges,
    private readonly healthStore: DeviceHealthStore,
    private readonly messages: SentMessages,
    private readonly config: Config,
    private readonly clock: Clock,
    sweepers: Sweepers,
  ) {
    sweepers.every('judging devices', config.DEVICE_JUDGE_SECONDS, () => this.scoreDevices());
  }

  async scoreDevices(): Promise<void> {
    let hasChanges = false;
    for (const { device } of await this.pool.watched()) if (await this.score(device)) hasChanges = true;
    if (hasChanges) await this.pool.refresh();
    else this.gauges.update();
  }

  /** Returns whether something was stored. */
  private async score(device: Device): Promise<boolean> {
    if (!driverNamed(device.driver)?.info.capabilities.reportsDelivery) return false;
    const now = this.clock.now();
    const rules = {
      ackExpectedSeconds: this.config.ACK_EXPECTED_SECONDS,
      watchdogMessages: this.config.ACK_WATCHDOG_MESSAGES,
    };
    const messages = await this.lastMessages(device, addSeconds(now, -rules.ackExpectedSeconds));
    const reports = device.reportsSince !== null || messages.some(({ deliveredAt }) => deliveredAt);
    const judgement = reports ? recordOf(messages, rules, now) : NEUTRAL;
    this.recorder.recordDeliveries(device, judgement);
    const { degradedSince } = device;
    if (judgement.isSilent && !degradedSince) await this.healthStore.degrade(device, judgement.unreported);
    else if (degradedSince && hasReportSince(judgement, degradedSince, rules))
      await this.healthStore.recover(device);
    else if (reports && !device.reportsSince) await this.healthStore.setReporting(device);
    else return false;
    return true;
  }

  /** The last accepted messages; of a busy device also the last ones that should have a report by now. Newest first. */
  private async lastMessages({ id: deviceId, judgedFrom }: Device, dueBefore: Date): Promise<SentMessage[]> {
    const { DEVICE_JUDGE_MESSAGES, ACK_WATCHDOG_MESSAGES } = this.config;
    const count = Math.max(DEVICE_JUDGE_MESSAGES, ACK_WATCHDOG_MESSAGES);
    const newest = await this.messages.lastOf(deviceId, count);
    const oldest = newest.at(-1);
    const due =
      oldest && oldest.createdAt > dueBefore ? await this.messages.lastOf(deviceId, count, dueBefore) : [];
    return (
      [...newest, ...due]
        // Filtered here: the query would scan older messages.
        .filter(({ createdAt }) => !judgedFrom || createdAt > judgedFrom)
        .filter(({ sentAt, deliveredAt }) => sentAt ?? deliveredAt)
        .map(({ createdAt, sentAt, deliveredAt, failedAt }) => ({
          acceptedAt: sentAt ?? createdAt,
          deliveredAt,
          failedAt,
        }))
    );
  }
}
