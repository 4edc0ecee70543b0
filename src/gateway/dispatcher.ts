import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import { Database } from '../platform/database/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { failpoint } from '../platform/process/failpoint.js';
import type { Indexes } from '../platform/security/hashing.js';
import { type Channel, DEFAULT_CHANNEL } from '../platform/text/channel.js';
import type { FailureReason } from '../platform/text/failure-reason.js';
import { fillTemplate, type Language } from '../platform/text/message-template.rules.js';
import type { Phone } from '../platform/text/phone.rules.js';
import { Secret } from '../platform/text/secret.js';
import { Clock } from '../platform/time/clock.js';
import { Device } from './device.entities.js';
import { BrokenDeviceError, type DeviceLink, DeviceLinks } from './device-link.js';
import { checksNumbers } from './device-settings.rules.js';
import type { DriverOutcome, LookupResult, NumberCheck, OutgoingMessage, SendOutcome } from './driver.js';
import { channelOf } from './driver-info.js';
import { driverNamed } from './drivers/index.js';
import { NOT_ON_WHATSAPP } from './drivers/responses.js';
import { sendOutcomeOf } from './failure-reasons.js';
import { GatewayMetrics } from './gateway-metrics.js';
import { DeviceHealthRecorder } from './pool/device-health-recorder.js';
import { DevicePool, type DeviceQuery, type Picked } from './pool/device-pool.js';

/** A code to send. The device decides the text. */
export interface OtpMessage extends DeviceQuery {
  reference: string;
  phone: Phone;
  recipient: Indexes;
  code: Secret;
  brand: string;
  language: Language;
}

/** One attempt at one device; the reason is scrubbed. */
export interface Attempt {
  deviceId: number;
  channel: Channel;
  outcome: SendOutcome['kind'];
  reason: string | null;
  failureReason: FailureReason | null;
  durationMs: number;
  at: Date;
}

export interface DispatchResult {
  outcome: SendOutcome;
  /** The device of the last attempt; null: there was none. */
  deviceId: number | null;
  attempts: Attempt[];
}

/** No attempt starts with less than this before the deadline. */
const USEFUL_MS = 50;

/** Sends a message through a device, and tries the next one only if it is provably not sent. */
@Injectable()
export class GatewayDispatcher {
  constructor(
    private readonly pool: DevicePool,
    private readonly health: DeviceHealthRecorder,
    private readonly links: DeviceLinks,
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly metrics: GatewayMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Gateway calls end by the deadline. Never throws for a failure of a gateway or the pool. */
  async send(
    message: OtpMessage,
    deadlineMs = performance.now() + this.config.GATEWAY_TIMEOUT_MS,
  ): Promise<DispatchResult> {
    const result: DispatchResult = { outcome: NO_DEVICE, deviceId: null, attempts: [] };
    const excluded = new Set<number>();
    while (result.attempts.length < this.config.GATEWAY_ATTEMPTS_MAX) {
      failpoint('dispatch.pick');
      const picked = await this.pick(excluded, message);
      failpoint('dispatch.picked');
      if (!picked) break;
      const leftMs = Math.floor(deadlineMs - performance.now());
      if (leftMs < USEFUL_MS) {
        picked.release();
        break;
      }
      excluded.add(picked.device.id);
      result.deviceId = picked.device.id;
      result.outcome = await this.attempt(picked, message, leftMs, { attempts: result.attempts, excluded });
      if (result.outcome.kind === 'refused') picked.release();
      if (result.outcome.kind !== 'refused' || !result.outcome.retryElsewhere) break;
    }
    return result;
  }

  async lookup(
    deviceId: number,
    message: { reference: string; createdAt: Date },
    signal: AbortSignal,
  ): Promise<LookupResult> {
    const device = await this.database.read.findOneBy(Device, { id: deviceId });
    if (!device) return { kind: 'unknown', reason: 'the device is gone' };
    const link = this.links.find(device);
    if (link instanceof BrokenDeviceError) return { kind: 'unknown', reason: link.message };
    const { driver, access } = link;
    if (!driver.lookup) return { kind: 'unknown', reason: 'its gateway has no look-up' };
    const found = await driver.lookup(access, message.reference, signal);
    return found.kind === 'never_accepted' && hasMoved(device, message.createdAt)
      ? { kind: 'unknown', reason: 'its device has another gateway since' }
      : found;
  }

  /** All devices that may have a message of the channel, disabled ones too. */
  async deviceIds(channel: Channel): Promise<number[]> {
    const select = { id: true, driver: true } as const;
    const devices = await this.database.read.find(Device, { select, order: { id: 'ASC' } });
    return devices
      .filter(({ driver }) => channelOf(driverNamed(driver)?.info) === channel)
      .map(({ id }) => id);
  }

  /** A refusal if the gateway says in time that the number is not on WhatsApp, or that the device is disconnected. */
  private async numberRefusal(
    { driver, access }: DeviceLink,
    { phone }: OtpMessage,
    timeoutMs: number,
  ): Promise<DriverOutcome | undefined> {
    const signal = AbortSignal.timeout(checkTimeoutMs(timeoutMs));
    try {
      const found = await driver.checkNumber?.(access, phone, signal);
      return found && NUMBER_REFUSALS[found];
    } catch (error) {
      this.logger.error({ at: stackOf(error) }, 'a driver failed to check a number');
      return undefined;
    }
  }

  private messageFor(
    { template }: Device,
    { brand, recipient: _, channel: __, onlyDeviceId: ___, ...message }: OtpMessage,
  ): OutgoingMessage {
    const { MESSAGE_TEMPLATE_ID, MESSAGE_TEMPLATE_EN } = this.config;
    const common = message.language === 'id' ? MESSAGE_TEMPLATE_ID : MESSAGE_TEMPLATE_EN;
    const text = fillTemplate(template ?? common, { code: message.code.reveal(), brand });
    return { ...message, text: new Secret(text) };
  }

  /** The message is charged already: a failed read counts as no device. */
  private async pick(excluded: ReadonlySet<number>, message: OtpMessage): Promise<Picked | undefined> {
    try {
      return await this.pool.pick(excluded, message);
    } catch (error) {
      this.logger.error({ err: { message: (error as Error).message } }, 'the devices could not be read');
      return undefined;
    }
  }

  private async attempt(
    picked: Picked,
    message: OtpMessage,
    timeoutMs: number,
    { attempts, excluded }: { attempts: Attempt[]; excluded: Set<number> },
  ): Promise<SendOutcome> {
    const { device } = picked;
    const at = this.clock.now();
    const startedAtMs = performance.now();
    const response = await this.call(picked, message, timeoutMs);
    const durationMs = Math.round(performance.now() - startedAtMs);
    const outcome = sendOutcomeOf(response);
    const { reason, failureReason } = outcome.kind === 'accepted' ? ACCEPTED : outcome;
    const { channel = DEFAULT_CHANNEL } = message;
    attempts.push({
      deviceId: device.id,
      channel,
      outcome: outcome.kind,
      reason,
      failureReason,
      durationMs,
      at,
    });
    this.health.recordSend(device, response, picked.isKept);
    if (response.isOfAccount) for (const id of this.pool.portfolioOf(device)) excluded.add(id);
    this.metrics.requests.observe({ device: device.name, outcome: outcome.kind }, durationMs / 1000);
    if (reason !== null)
      this.logger.warn(
        { reference: message.reference, deviceId: device.id, outcome: outcome.kind, reason, durationMs },
        'the gateway did not take a message',
      );
    return outcome;
  }

  private async call(
    { device, isFirstContact }: Picked,
    message: OtpMessage,
    timeoutMs: number,
  ): Promise<DriverOutcome> {
    let link: DeviceLink;
    try {
      link = this.links.linkOf(device);
    } catch (error) {
      const reason = error instanceof BrokenDeviceError ? error.message : 'the device is not usable';
      return { kind: 'refused', reason, retryElsewhere: true, fault: 'unusable' };
    }
    // AbortSignal.timeout would keep its timer for the whole time after each send.
    const { signal, clear } = deadline(timeoutMs);
    try {
      const isChecked = isFirstContact && checksNumbers(device, link.driver.info);
      const numberRefusal = isChecked ? await this.numberRefusal(link, message, timeoutMs) : undefined;
      if (numberRefusal) return numberRefusal;
      failpoint('dispatch.call');
      const messageFor = this.messageFor(device, message);
      const outcome = await link.driver.send(link.access, messageFor, signal);
      failpoint('dispatch.answered');
      return outcome;
    } catch (error) {
      // A bug of the driver: the message may have been sent.
      this.logger.error({ deviceId: device.id, at: stackOf(error) }, 'a driver failed');
      return { kind: 'unknown', reason: 'the driver failed', failureReason: 'unknown' };
    } finally {
      clear();
    }
  }
}

function deadline(timeoutMs: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

/** WAHA takes five seconds to say that its session cannot send. */
const CHECK_TIMEOUT_MS = 6000;

export const checkTimeoutMs = (leftMs: number): number =>
  Math.ceil(Math.min(CHECK_TIMEOUT_MS, (leftMs * 2) / 3));

const NUMBER_REFUSALS: Readonly<Partial<Record<NumberCheck, DriverOutcome>>> = {
  unregistered: NOT_ON_WHATSAPP,
  disconnected: {
    kind: 'refused',
    reason: 'the phone is not connected, said the check of the number',
    retryElsewhere: true,
    fault: 'disconnected',
  },
};

const ACCEPTED = { reason: null, failureReason: null };

const NO_DEVICE: SendOutcome = {
  kind: 'refused',
  reason: 'no device is available',
  retryElsewhere: false,
  failureReason: 'device_unavailable',
};

/** The stack without its message, which may quote secrets. */
function stackOf(error: unknown): string {
  const { name, stack } = error as Error;
  return [name, ...(stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))].join('\n');
}

/** Whether the device moved to another gateway since: the new one does not know older messages. */
const hasMoved = ({ judgedFrom, linkedAt }: Device, since: Date) =>
  judgedFrom !== null && judgedFrom > since && (linkedAt === null || linkedAt > since);
