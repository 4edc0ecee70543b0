import { Injectable } from '@nestjs/common';
import { LessThanOrEqual, MoreThan } from 'typeorm';
import { Config } from '../../config/index.js';
import type { ApiKeyPrincipal } from '../../platform/access/principal.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { Database, purge } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { addSeconds, Clock, secondsUntil } from '../../platform/time/clock.js';
import { TimeCounters } from '../../platform/time-counters/index.js';
import type { ChannelAttempt } from '../channels/channels.rules.js';
import { Message, NotOnWhatsapp } from '../message.entities.js';
import { InFlightLimit } from './in-flight-limit.js';

interface LimitRule {
  max: number;
  /** The share of an account's sends that may fail because the number is not on WhatsApp, from `sendsMin` sends on. */
  sharePercent: number;
  sendsMin: number;
}

/** How many failures reach the share of `sends` sends. */
const failuresOfShare = ({ sharePercent }: LimitRule, sends: number): number =>
  Math.max(1, Math.ceil((sends * sharePercent) / 100));

/** Whether the sends must be counted: only if the failures may reach the share. */
export const needsSends = (rule: LimitRule, failures: number): boolean =>
  failures < rule.max && failures >= failuresOfShare(rule, rule.sendsMin);

/** How many sends must be counted, at most, to decide whether `failures` reach the share. */
export const sendsNeeded = ({ sharePercent, sendsMin }: LimitRule, failures: number): number =>
  Math.max(sendsMin, Math.floor((failures * 100) / sharePercent) + 1);

/**
 * `undefined`: the limit is not reached. Otherwise how many of the newest failures reach it: it ends when the oldest of
 * these leaves the window.
 */
export function reachedBy(rule: LimitRule, failures: number, sends: number): number | undefined {
  if (failures >= rule.max) return rule.max;
  const isShare = sends >= rule.sendsMin && failures * 100 >= sends * rule.sharePercent;
  return isShare ? Math.min(failures, failuresOfShare(rule, sends)) : undefined;
}

/** Refused sends per minute and account. */
const COUNTER = 'not_on_whatsapp_limited';
const COUNTER_MINUTES = 60;

/**
 * Limits how many sends of an account may fail because the number is not on WhatsApp. Such failures are refunded, so
 * without a limit anyone could look up for free who uses WhatsApp. All instances share the count in the database, which
 * is read together with the API key.
 */
@Injectable()
export class NotOnWhatsappLimit {
  private readonly rule: LimitRule;
  private readonly windowSeconds: number;
  private readonly inFlight: InFlightLimit;
  private readonly inFlightMax: number;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly counters: TimeCounters,
    config: Config,
    sweepers: Sweepers,
  ) {
    this.rule = {
      max: config.NOT_ON_WHATSAPP_MAX,
      sharePercent: config.NOT_ON_WHATSAPP_PERCENT_MAX,
      sendsMin: config.NOT_ON_WHATSAPP_SENDS_MIN,
    };
    this.windowSeconds = config.NOT_ON_WHATSAPP_WINDOW_SECONDS;
    this.inFlightMax = Math.ceil(this.rule.max / config.processes);
    this.inFlight = new InFlightLimit({
      waitingMax: config.SEND_QUEUE_MAX,
      waitMaxMs: config.SEND_QUEUE_WAIT_MS + config.GATEWAY_TIMEOUT_MS,
    });
    sweepers.purge('sends to numbers without WhatsApp', (limit) => this.purge(limit));
  }

  async run<T>({ userId, mode, notOnWhatsapp }: Sender, send: () => Promise<T>): Promise<T> {
    if (mode === 'test' || this.rule.max === 0) return send();
    await this.check(userId, notOnWhatsapp);
    const inFlight = Math.max(1, this.inFlightMax - notOnWhatsapp);
    const attempt = async () => {
      try {
        return await send();
      } catch (error) {
        if (isNotOnWhatsapp(error)) this.inFlight.noteFailure(userId);
        throw error;
      }
    };
    return this.inFlight.run(userId, inFlight, attempt, async () => {
      await this.check(userId, await this.count(userId));
    });
  }

  /** Refused sends of the last hour by account. */
  async refused(): Promise<Map<number, number>> {
    const counts = new Map<number, number>();
    for (const { times } of await this.counters.last(COUNTER, 'minute', COUNTER_MINUTES))
      for (const [userId, refused] of Object.entries(times))
        counts.set(Number(userId), (counts.get(Number(userId)) ?? 0) + refused);
    return counts;
  }

  private async check(userId: number, failures: number): Promise<void> {
    const sends = needsSends(this.rule, failures)
      ? await this.sendsOf(userId, sendsNeeded(this.rule, failures))
      : 0;
    const reached = reachedBy(this.rule, failures, sends);
    if (reached === undefined) return;
    const retryAfterSeconds = await this.secondsLeft(userId, reached);
    this.counters.add(COUNTER, 'minute', String(userId));
    throw new AppError('not_on_whatsapp_limited', { retryAfterSeconds });
  }

  private count(userId: number): Promise<number> {
    return this.database.read.countBy(NotOnWhatsapp, { userId, createdAt: MoreThan(this.windowStart()) });
  }

  /** How many of the newest `atMost` live messages were sent in the window. */
  private async sendsOf(userId: number, atMost: number): Promise<number> {
    const newest = await this.database.read.find(Message, {
      select: { id: true, createdAt: true },
      where: { userId, livemode: true },
      order: { id: 'DESC' },
      take: atMost,
    });
    const start = this.windowStart();
    return newest.filter(({ createdAt }) => createdAt > start).length;
  }

  /** Until the oldest of the newest `reached` failures has left the window. */
  private async secondsLeft(userId: number, reached: number): Promise<number> {
    const [oldest] = await this.database.read.find(NotOnWhatsapp, {
      where: { userId },
      order: { createdAt: 'DESC' },
      skip: reached - 1,
      take: 1,
    });
    const now = this.clock.now();
    return secondsUntil(now, addSeconds(oldest?.createdAt ?? now, this.windowSeconds));
  }

  private windowStart(): Date {
    return addSeconds(this.clock.now(), -this.windowSeconds);
  }

  private purge(limit: number): Promise<number> {
    const where = { createdAt: LessThanOrEqual(this.windowStart()) };
    return purge(this.database, NotOnWhatsapp, { where, by: 'messageId' }, limit);
  }
}

type Sender = Pick<ApiKeyPrincipal, 'userId' | 'mode' | 'notOnWhatsapp'>;

function isNotOnWhatsapp(error: unknown): boolean {
  const { reason, attempts = [] } = ((error instanceof AppError && error.extra.body) || {}) as RefusalBody;
  return [reason, ...attempts.map((attempt) => attempt.reason)].includes('not_on_whatsapp');
}

interface RefusalBody {
  reason?: unknown;
  attempts?: readonly ChannelAttempt[];
}
