import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import {
  type Availability,
  DevicePool,
  type DeviceQuery,
  type DispatchResult,
  GatewayDispatcher,
  type OtpMessage,
} from '../../gateway/index.js';
import type { SpendCap } from '../../platform/access/principal.js';
import { LOGGER, type Logger } from '../../platform/observability/logger-token.js';
import { failpoint } from '../../platform/process/failpoint.js';
import type { Channel } from '../../platform/text/channel.js';
import type { FailureReason } from '../../platform/text/failure-reason.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { ChangeChannel } from '../messages/change-channel.js';
import type { CreatedMessage } from '../messages/message-store.js';
import { Sandbox, type TestScenario } from '../sandbox/sandbox.js';
import type { Route } from './route.rules.js';

/** A charged message, ready to be sent. */
interface ChannelSend {
  /** Updated when the channel changes. */
  created: CreatedMessage;
  message: OtpMessage;
  route: Route;
  spendCaps: readonly SpendCap[];
  /** Only with a test key. */
  scenario?: TestScenario;
}

/** Sends a message by its channels in order. The next one is used only while the message is provably not sent. */
@Injectable()
export class ChannelDispatch {
  constructor(
    private readonly pool: DevicePool,
    private readonly dispatcher: GatewayDispatcher,
    private readonly sandbox: Sandbox,
    private readonly changes: ChangeChannel,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether a device of any channel could take the message now; if not, when one of the first channel may. */
  async availability({ first, next }: Route, query: DeviceQuery): Promise<Availability> {
    const ofFirst = await this.pool.availability({ ...query, channel: first });
    if (ofFirst.isAvailable) return ofFirst;
    for (const channel of next) if (await this.isAvailable(channel, query)) return { isAvailable: true };
    return ofFirst;
  }

  /** All channels together end within GATEWAY_TIMEOUT_MS, so within the message's lease. */
  async send(send: ChannelSend): Promise<DispatchResult> {
    const { created, route, scenario } = send;
    if (!scenario && !this.mayDispatch(created)) return TOO_LATE;
    const deadlineMs = performance.now() + this.config.GATEWAY_TIMEOUT_MS;
    let result = await this.dispatch(send, route.first, deadlineMs);
    for (const next of route.next) {
      if (result.outcome.kind !== 'refused' || performance.now() >= deadlineMs) break;
      const change = await this.change(send, next, result.outcome.failureReason);
      if (change === 'no_device') continue;
      if (change === 'stays') break;
      const later = await this.dispatch(send, next, deadlineMs);
      result = {
        outcome: later.outcome,
        deviceId: later.deviceId ?? result.deviceId,
        attempts: [...result.attempts, ...later.attempts],
      };
    }
    return result;
  }

  /** A sender that cannot finish within its lease calls no gateway: recovery may refund the message meanwhile. */
  private mayDispatch({ message }: CreatedMessage): boolean {
    return addSeconds(this.clock.now(), this.config.GATEWAY_TIMEOUT_MS / 1000) <= message.leaseUntil;
  }

  private async dispatch(send: ChannelSend, channel: Channel, deadlineMs: number): Promise<DispatchResult> {
    const { created, message, scenario } = send;
    return scenario
      ? this.sandbox.dispatch(this.sandbox.after(scenario, created.message), message.reference)
      : this.dispatcher.send({ ...message, channel }, deadlineMs);
  }

  /** `stays`: the balance is too low, a spend cap would be exceeded, or the message is no longer the sender's. */
  private async change(
    { created, message, spendCaps: caps, scenario }: ChannelSend,
    channel: Channel,
    reason: FailureReason,
  ): Promise<'changed' | 'no_device' | 'stays'> {
    try {
      if (!scenario && !(await this.isAvailable(channel, message))) return 'no_device';
      failpoint('channel.refused');
      const changed = await this.changes.run(created.message, { channel, reason, caps });
      failpoint('channel.changed');
      if (!changed) return 'stays';
      Object.assign(created.message, changed.change);
      created.balance = changed.balance;
      return 'changed';
    } catch (error) {
      // Nothing was sent. If the change was stored, the refund returns the new price.
      this.logger.error({ err: { message: (error as Error).message } }, 'a channel could not be changed');
      return 'stays';
    }
  }

  private async isAvailable(channel: Channel, { recipient, language }: DeviceQuery): Promise<boolean> {
    return (await this.pool.availability({ recipient, language, channel })).isAvailable;
  }
}

const TOO_LATE: DispatchResult = {
  outcome: {
    kind: 'refused',
    reason: 'the server was too slow to send',
    retryElsewhere: false,
    failureReason: 'device_unavailable',
  },
  deviceId: null,
  attempts: [],
};
