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
import { Database, list, statement } from '../../platform/database/index.js';
import { LOGGER, type Logger } from '../../platform/observability/logger-token.js';
import { failpoint } from '../../platform/process/failpoint.js';
import type { Indexes } from '../../platform/security/hashing.js';
import { type Channel, DEFAULT_CHANNEL } from '../../platform/text/channel.js';
import type { FailureReason } from '../../platform/text/failure-reason.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { ChangeChannel } from '../messages/change-channel.js';
import type { CreatedMessage } from '../messages/message-store.js';
import { Sandbox, type TestScenario } from '../sandbox/sandbox.js';
import { type Route, takesCode, withoutWhatsapp } from './channels.rules.js';

/** How long a phone counts as one without WhatsApp after a gateway said so. */
const WITHOUT_WHATSAPP_SECONDS = 7 * 86_400;
/** An entry of `refused_by`. */
const REFUSED = 'whatsapp:not_on_whatsapp';

interface RouteQuery {
  /** Validated: at least one can carry the code. */
  channels: readonly Channel[] | undefined;
  codeLength: number;
  /** Blind indexes of the phone. */
  recipient: Indexes;
  livemode: boolean;
  onlyDeviceId: number | undefined;
}

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
    private readonly database: Database,
    private readonly pool: DevicePool,
    private readonly dispatcher: GatewayDispatcher,
    private readonly sandbox: Sandbox,
    private readonly changes: ChangeChannel,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async routeOf(query: RouteQuery): Promise<Route> {
    const { channels: asked, codeLength, recipient, livemode, onlyDeviceId } = query;
    if (onlyDeviceId !== undefined) return only(await this.pool.channelOf(onlyDeviceId));
    if (!asked) return only(DEFAULT_CHANNEL);
    const able = asked.filter((channel) => takesCode(channel, codeLength));
    const others = withoutWhatsapp(able);
    const isSkipped = livemode && others.length < able.length && (await this.hasNoWhatsapp(recipient));
    const [first, ...next] = isSkipped ? others : able;
    if (!first) throw new Error('a send without a channel passed its checks');
    return { first, next, asked };
  }

  /**
   * Whether a gateway said within seven days that the phone has no WhatsApp, and none has accepted a WhatsApp message
   * to it since.
   */
  private async hasNoWhatsapp(recipient: Indexes): Promise<boolean> {
    const since = addSeconds(this.clock.now(), -WITHOUT_WHATSAPP_SECONDS);
    const { sql, values } = statement(
      `SELECT failure_reason, refused_by FROM messages
        WHERE recipient_index IN ${list(recipient)} AND created_at > ? AND livemode = 1
          AND (refused_by LIKE '%${REFUSED}%'
            OR (channel = 'whatsapp' AND (sent_at IS NOT NULL OR failure_reason = 'not_on_whatsapp')))
        ORDER BY created_at DESC, id DESC LIMIT 1`,
      [...recipient, since],
    );
    const [newest] = await this.database.read.query<
      { failure_reason: string | null; refused_by: string | null }[]
    >(sql, values);
    return newest?.failure_reason === 'not_on_whatsapp' || (newest?.refused_by?.includes(REFUSED) ?? false);
  }

  /** Whether a device of any channel could take the message now; if not, when a device of the first channel may. */
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

const only = (channel: Channel): Route => ({ first: channel, next: [], asked: null });
