import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '../common/clock.js';
import { LOGGER } from '../common/common.module.js';
import { Config } from '../common/config/index.js';
import { Database } from '../common/database/index.js';
import { failpoint } from '../common/failpoint.js';
import { Metrics } from '../common/observability/index.js';
import { BrokenDeviceError, DeviceLinks, type DeviceLink } from './device-link.js';
import { DevicePool } from './device-pool.js';
import { Device } from './device.entity.js';
import type { DriverOutcome, LookupResult, OutgoingMessage, SendOutcome } from './driver.js';

/** One try of a message at one device; the reason is scrubbed. */
export interface Attempt {
  deviceId: number;
  outcome: SendOutcome['kind'];
  reason: string | null;
  durationMs: number;
  at: Date;
}

export interface DispatchResult {
  outcome: SendOutcome;
  /** The device of the last attempt; null when there was none. */
  deviceId: number | null;
  attempts: Attempt[];
}

/** With less than this left before the deadline, no device is worth beginning with. */
const USEFUL_MS = 50;

/** Hands a message to a device, and to the next one only while it is provably not sent. */
@Injectable()
export class GatewayDispatcher {
  constructor(
    private readonly pool: DevicePool,
    private readonly links: DeviceLinks,
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Ends within GATEWAY_TIMEOUT_MS, and never throws for what a gateway or the pool does. */
  async send(message: OutgoingMessage): Promise<DispatchResult> {
    const deadlineMs = performance.now() + this.config.GATEWAY_TIMEOUT_MS;
    const result: DispatchResult = { outcome: NO_DEVICE, deviceId: null, attempts: [] };
    const tried = new Set<number>();
    while (tried.size < this.config.GATEWAY_ATTEMPTS_MAX) {
      failpoint('dispatch.pick');
      const device = await this.pick(tried);
      failpoint('dispatch.picked');
      const leftMs = Math.floor(deadlineMs - performance.now());
      if (!device || leftMs < USEFUL_MS) break;
      tried.add(device.id);
      result.deviceId = device.id;
      result.outcome = await this.attempt(device, message, leftMs, result.attempts);
      if (result.outcome.kind !== 'refused' || !result.outcome.retryElsewhere) break;
    }
    return result;
  }

  /** Asks the gateway of a device what became of a message whose answer was lost. */
  async lookup(deviceId: number, reference: string): Promise<LookupResult> {
    const device = await this.database.read.findOneBy(Device, { id: deviceId });
    if (!device) return { kind: 'unknown', reason: 'the device is gone' };
    try {
      const { driver, access } = this.links.to(device);
      if (!driver.lookup) return { kind: 'unknown', reason: 'its gateway has no look-up' };
      return await driver.lookup(access, reference, AbortSignal.timeout(this.config.GATEWAY_TIMEOUT_MS));
    } catch (error) {
      if (error instanceof BrokenDeviceError) return { kind: 'unknown', reason: error.message };
      throw error;
    }
  }

  /** Every device that may hold a message whose sender did not say where it went; disabled ones too. */
  async deviceIds(): Promise<number[]> {
    const devices = await this.database.read.find(Device, { select: { id: true }, order: { id: 'ASC' } });
    return devices.map(({ id }) => id);
  }

  /** The pool reads the database, and the message is charged already: a failure there is one more kind of no device. */
  private async pick(tried: ReadonlySet<number>): Promise<Device | undefined> {
    try {
      return await this.pool.pick(tried);
    } catch (error) {
      this.logger.error({ err: { message: (error as Error).message } }, 'the devices could not be read');
      return undefined;
    }
  }

  private async attempt(
    device: Device,
    message: OutgoingMessage,
    timeoutMs: number,
    attempts: Attempt[],
  ): Promise<SendOutcome> {
    const at = this.clock.now();
    const startedAtMs = performance.now();
    const { fault, ...outcome } = await this.call(device, message, timeoutMs);
    const durationMs = Math.round(performance.now() - startedAtMs);
    const reason = outcome.kind === 'accepted' ? null : outcome.reason;
    attempts.push({ deviceId: device.id, outcome: outcome.kind, reason, durationMs, at });
    this.pool.report(device, { ...outcome, fault });
    this.metrics.gatewayRequests.observe({ device: device.name, outcome: outcome.kind }, durationMs / 1000);
    if (reason !== null)
      this.logger.warn(
        { reference: message.reference, deviceId: device.id, outcome: outcome.kind, reason, durationMs },
        'the gateway did not take a message',
      );
    return outcome;
  }

  private async call(device: Device, message: OutgoingMessage, timeoutMs: number): Promise<DriverOutcome> {
    let link: DeviceLink;
    try {
      link = this.links.to(device);
    } catch (error) {
      const reason = error instanceof BrokenDeviceError ? error.message : 'the device is not usable';
      return { kind: 'refused', reason, retryElsewhere: true, fault: 'unusable' };
    }
    try {
      failpoint('dispatch.call');
      const outcome = await link.driver.send(link.access, message, AbortSignal.timeout(timeoutMs));
      failpoint('dispatch.answered');
      return outcome;
    } catch (error) {
      // A driver's own mistake, at an unknown point of its work: nobody can say whether the message left.
      this.logger.error({ deviceId: device.id, at: placeOf(error) }, 'a driver failed');
      return { kind: 'unknown', reason: 'the driver failed' };
    }
  }
}

const NO_DEVICE: SendOutcome = { kind: 'refused', reason: 'no device is available', retryElsewhere: false };

/** Where an error was thrown, without its message: that may quote what the driver was working on. */
function placeOf(error: unknown): string {
  const { name, stack } = error as Error;
  return [name, ...(stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))].join('\n');
}
