import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import type { Device } from '../device.entity.js';
import { driverNamed } from '../drivers/index.js';
import { SentMessages } from '../sent-messages.js';
import { DevicePool } from './device-pool.js';
import { isHeardSince, judgeDevice, NEUTRAL, type SentMessage } from './judgement.rules.js';
import { SharedMarks } from './shared-marks.js';

/**
 * Judges each device every DEVICE_JUDGE_SECONDS by what became of its last messages. It reads the database, which all
 * instances share: they come to the same judgement, and a restart forgets nothing.
 */
@Injectable()
export class DeviceJudge {
  constructor(
    private readonly pool: DevicePool,
    private readonly marks: SharedMarks,
    private readonly messages: SentMessages,
    private readonly config: Config,
    private readonly clock: Clock,
    sweepers: Sweepers,
  ) {
    sweepers.every('judging devices', config.DEVICE_JUDGE_SECONDS, () => this.round());
  }

  /** Judges all devices that are in use. */
  async round(): Promise<void> {
    let hasNews = false;
    for (const { device } of await this.pool.watched()) if (await this.judge(device)) hasNews = true;
    if (hasNews) await this.pool.refresh();
    else this.pool.measure();
  }

  /** True when something about the device was written down. */
  private async judge(device: Device): Promise<boolean> {
    if (!driverNamed(device.driver)?.info.capabilities.reportsDelivery) return false;
    const now = this.clock.now();
    const rules = {
      ackExpectedSeconds: this.config.ACK_EXPECTED_SECONDS,
      watchdogMessages: this.config.ACK_WATCHDOG_MESSAGES,
    };
    const messages = await this.lastMessages(device, addSeconds(now, -rules.ackExpectedSeconds));
    const reports = device.reportsSince !== null || messages.some(({ deliveredAt }) => deliveredAt);
    const judgement = reports ? judgeDevice(messages, rules, now) : NEUTRAL;
    this.pool.judged(device, judgement);
    const { degradedSince } = device;
    if (judgement.isSilent && !degradedSince) await this.marks.degrade(device, judgement.unheard);
    else if (degradedSince && isHeardSince(judgement, degradedSince, rules)) await this.marks.recover(device);
    else if (reports && !device.reportsSince) await this.marks.reports(device);
    else return false;
    return true;
  }

  /** The last messages that it accepted, newest first. A busy device adds as many that should be acknowledged by now. */
  private async lastMessages({ id: deviceId, judgedFrom }: Device, dueBefore: Date): Promise<SentMessage[]> {
    const { DEVICE_JUDGE_MESSAGES, ACK_WATCHDOG_MESSAGES } = this.config;
    const count = Math.max(DEVICE_JUDGE_MESSAGES, ACK_WATCHDOG_MESSAGES);
    const newest = await this.messages.lastOf(deviceId, count);
    const oldest = newest.at(-1);
    const due =
      oldest && oldest.createdAt > dueBefore ? await this.messages.lastOf(deviceId, count, dueBefore) : [];
    return (
      [...newest, ...due]
        // Filtered here: in the query, the database would read all older messages to find more.
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
