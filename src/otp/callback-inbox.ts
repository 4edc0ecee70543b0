import { Injectable } from '@nestjs/common';
import { type EntityManager, type FindOptionsWhere, IsNull, LessThan, MoreThanOrEqual } from 'typeorm';
import { Config } from '../config/index.js';
import { type CallbackEvent, DevicePool, DevicesService } from '../gateway/index.js';
import { PollBound } from '../platform/background/poll-bound.js';
import { Sweepers } from '../platform/background/sweepers.js';
import { Database, purge } from '../platform/database/index.js';
import { failpoint } from '../platform/process/failpoint.js';
import { DEFAULT_CHANNEL } from '../platform/text/channel.js';
import { addSeconds, Clock } from '../platform/time/clock.js';
import { InboxEntry, Message } from './message.entities.js';
import { MessageStore } from './messages/message-store.js';
import type { UpdateRequest } from './messages/status-update.js';
import { OtpMetrics } from './otp-metrics.js';
import { RANK } from './status.rules.js';

const SWEEP_BATCH = 500;

/** A callback and the address that received it. */
type Received = Omit<InboxEntry, 'id'>;

/** Applies callbacks to their messages, or keeps them until the message's gateway id is known. */
@Injectable()
export class CallbackInbox {
  private readonly bound: PollBound;

  constructor(
    private readonly database: Database,
    private readonly store: MessageStore,
    private readonly devices: DevicesService,
    private readonly pool: DevicePool,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly metrics: OtpMetrics,
    sweepers: Sweepers,
  ) {
    this.bound = new PollBound(clock);
    sweepers.every('callbacks that wait', config.RECOVERY_SECONDS, () => this.sweep());
    sweepers.purge('callbacks without a message', (limit) => this.purge(limit));
  }

  /**
   * Accepts authentic callbacks; on return each is applied or stored. `deviceId` null: they came to the callback URL
   * that devices share.
   */
  async accept(events: CallbackEvent[], deviceId: number | null): Promise<void> {
    for (const { cost: reportedCost = null, ...event } of events) {
      const callback = { ...event, reportedCost, deviceId, receivedAt: this.clock.now() };
      if (await this.apply(callback)) continue;
      failpoint('inbox.store');
      await this.database.tx((tx) => this.keep(tx, callback));
      failpoint('inbox.stored');
      // The send may have stored the id between our look-up and our insert. It reads the inbox after its COMMIT, and we
      // look for the message after ours.
      await this.applyWaiting(event.gatewayMessageId);
    }
  }

  /** Applies the inbox rows of a gateway's message id, in the order of their statuses. */
  async applyWaiting(gatewayMessageId: string): Promise<void> {
    const waiting = await this.database.read.findBy(InboxEntry, { gatewayMessageId });
    if (waiting.length === 0) return;
    failpoint('inbox.waiting');
    waiting.sort((a, b) => RANK[a.status] - RANK[b.status]);
    for (const entry of waiting) await this.applyEntry(entry);
  }

  /**
   * Applies callbacks that a crash left waiting. Most sweeps read only the newest rows. Once a minute one reads all,
   * since the message of an old callback may appear at any time.
   */
  async sweep(): Promise<void> {
    const now = this.clock.now();
    const entries = await this.database.read
      .createQueryBuilder(InboxEntry, 'entry')
      .where({ receivedAt: MoreThanOrEqual(new Date(this.bound.begin())) })
      .andWhere(
        `EXISTS (SELECT 1 FROM messages m WHERE m.gateway_message_id = entry.gatewayMessageId AND
          (entry.deviceId IS NULL OR m.device_id IS NULL OR m.device_id = entry.deviceId))`,
      )
      .orderBy({ 'entry.receivedAt': 'ASC', 'entry.id': 'ASC' })
      .take(SWEEP_BATCH)
      .getMany();
    this.bound.found(entries[0]?.receivedAt.getTime(), now.getTime());
    for (const id of new Set(entries.map(({ gatewayMessageId }) => gatewayMessageId)))
      await this.applyWaiting(id);
  }

  purge(limit: number): Promise<number> {
    const oldest = addSeconds(this.clock.now(), -this.config.INBOX_TTL_HOURS * 3600);
    return purge(this.database, InboxEntry, { where: { receivedAt: LessThan(oldest) }, by: 'id' }, limit);
  }

  count(): Promise<number> {
    return this.database.read.count(InboxEntry);
  }

  /** Reads at most one row more than `entries`, unlike {@link count}. */
  async holdsMoreThan(entries: number): Promise<boolean> {
    const select = { id: true } as const;
    const beyond = { select, order: { id: 'ASC' }, skip: entries, take: 1 } as const;
    return (await this.database.read.find(InboxEntry, beyond)).length > 0;
  }

  private async applyEntry(entry: InboxEntry): Promise<void> {
    const message = await this.find(entry);
    if (!message) return;
    const origin = { table: 'gateway_inbox', id: entry.id } as const;
    const { moved } = await this.store.update({ ...updateOf(message, entry), origin });
    this.measure(entry, moved);
  }

  /** False when no message is known by that id yet. */
  private async apply(callback: Received): Promise<boolean> {
    failpoint('callback.find');
    const message = await this.find(callback);
    if (!message) return false;
    failpoint('callback.found');
    const { moved, hasWaitingCallbacks } = await this.store.update(updateOf(message, callback));
    failpoint('callback.applied');
    this.measure(callback, moved);
    // This callback brought the id, so earlier callbacks with the same id have a message now.
    if (message.gatewayMessageId === null && hasWaitingCallbacks)
      await this.applyWaiting(callback.gatewayMessageId);
    return true;
  }

  private measure({ status }: Received, moved: boolean): void {
    this.metrics.callbacks.inc({ status, result: moved ? 'applied' : 'ignored' });
  }

  /**
   * Matches by device and id, but by our reference if the callback has it; never by the phone. A callback to the URL
   * that devices share counts only for native devices without a callback secret of their own.
   */
  private async find({ gatewayMessageId, reference, deviceId }: Received): Promise<Message | null> {
    const devices = deviceId === null ? await this.devices.sharingSecret() : [deviceId];
    const newest = (by: FindOptionsWhere<Message>) =>
      this.database.read
        .createQueryBuilder(Message, 'message')
        .where(by)
        // 0: the sender died before it stored a device. COALESCE also keeps the database from using the index over a
        // device's messages.
        .andWhere('COALESCE(message.deviceId, 0) IN (:...devices)', { devices: [0, ...devices] })
        .orderBy('message.id', 'DESC')
        .limit(1)
        .getOne();
    // Two queries: with both conditions in one, a database may read all messages.
    const known = await newest({ gatewayMessageId });
    if (!reference || known?.reference === reference) return known;
    // Another gateway, or the same one earlier, may have used the id for another message.
    const named = await newest({ reference });
    if (!named) return known;
    if (named.gatewayMessageId !== null) return named.gatewayMessageId === gatewayMessageId ? named : null;
    // The gateway of an earlier channel may report its refusal while the next channel sends: the channels must match.
    const channel = deviceId === null ? DEFAULT_CHANNEL : await this.pool.channelOf(deviceId);
    return named.channel === channel ? named : null;
  }

  private async keep(tx: EntityManager, callback: Received): Promise<void> {
    const { gatewayMessageId, status, deviceId, reference } = callback;
    const twin = {
      gatewayMessageId,
      status,
      deviceId: deviceId ?? IsNull(),
      reference: reference ?? IsNull(),
    };
    if (await tx.existsBy(InboxEntry, twin)) return;
    await tx.insert(InboxEntry, { ...callback });
    this.metrics.callbacks.inc({ status, result: 'waiting' });
  }
}

function updateOf(message: Message, callback: Received): UpdateRequest {
  const { status, error, failureReason, gatewayMessageId, deviceId, receivedAt: at } = callback;
  const { reportedCost: cost } = callback;
  return {
    message,
    update: { status, error, failureReason, gatewayMessageId, deviceId, cost },
    report: { source: 'callback', status, deviceId, error, failureReason, at },
  };
}
