import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '../config/index.js';
import type { Sweeper } from '../platform/background/sweeper.js';
import { Sweepers } from '../platform/background/sweepers.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { Clock } from '../platform/time/clock.js';
import { DeliveryLeases, isFailing, type LeasedDelivery } from './delivery-leases.js';
import { EventFanOut } from './event-fan-out.js';
import { Slots } from './slots.rules.js';
import { WebhookSender } from './webhook-sender.js';

/** Batches of events per round. */
const BATCHES_MAX = 50;
/** The pause between rounds, so that attempts that end close together share one query. */
const GATHER_MS = 20;
/** The interval of the poll that finds what a crashed process left. All else is announced, or has a due time. */
const POLL_SECONDS = 30;
const RETRY_SECONDS = 1;
/**
 * How long a stop waits for running calls, at most half of the grace period. Others are repeated after their leases.
 */
const STOP_WAIT_MS = 3000;

/**
 * Delivers webhooks on every instance: soon after an event was stored here, when a delivery is due, and
 * continuously while there is work. Polls every half minute when idle.
 */
@Injectable()
export class DeliveryWorker implements OnModuleDestroy, OnApplicationShutdown {
  private readonly events: Sweeper;
  private readonly due: Sweeper;
  private readonly slots: Slots;
  /** Bounded by the slots. */
  private readonly underWay = new Set<Promise<void>>();
  private filling: Promise<void> | undefined;
  private isRequestedAgain = false;
  private isStopped = false;

  constructor(
    private readonly fanOut: EventFanOut,
    private readonly leases: DeliveryLeases,
    private readonly sender: WebhookSender,
    private readonly config: Config,
    private readonly clock: Clock,
    sweepers: Sweepers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { WEBHOOK_SWEEP_MS, WEBHOOK_CONCURRENCY, WEBHOOK_ENDPOINT_CONCURRENCY } = config;
    this.slots = new Slots({ total: WEBHOOK_CONCURRENCY, perEndpoint: WEBHOOK_ENDPOINT_CONCURRENCY });
    const firstSeconds = WEBHOOK_SWEEP_MS / 1000;
    const pollSeconds = Math.max(POLL_SECONDS, firstSeconds);
    const pace = { firstSeconds, retrySeconds: RETRY_SECONDS };
    this.events = sweepers.every('webhook events', pollSeconds, () => this.createDeliveries(), pace);
    this.due = sweepers.every('webhook deliveries', pollSeconds, () => this.leaseDue(), pace);
  }

  /** Call after events were committed: fans them out soon. */
  expectEvents(): void {
    this.events.within(this.config.WEBHOOK_SWEEP_MS);
  }

  /** Fans out new events and starts due attempts without waiting for them. */
  async runOnce(): Promise<void> {
    await this.createDeliveries();
    this.nudge();
  }

  /** Call when something became due. Never leases twice at once. */
  nudge(): void {
    if (this.isStopped) return;
    this.isRequestedAgain = true;
    this.filling ??= this.fill().catch(({ message }: Error) => {
      // During a stop the database may be closed already.
      if (this.isStopped) return;
      this.logger.error({ err: { message } }, 'webhook deliveries were not leased');
      this.due.within(RETRY_SECONDS * 1000);
    });
  }

  /** Resolves when nothing is running and nothing is due. */
  async idle(): Promise<void> {
    while (this.filling || this.underWay.size > 0) await Promise.all([this.filling, ...this.underWay]);
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    await this.filling;
  }

  async onApplicationShutdown(): Promise<void> {
    const waitMs = Math.min(STOP_WAIT_MS, this.config.SHUTDOWN_GRACE_MS / 2);
    const timer = new AbortController();
    await Promise.race([
      Promise.all(this.underWay),
      sleep(waitMs, undefined, { signal: timer.signal, ref: false }).catch(() => undefined),
    ]);
    timer.abort();
  }

  private async createDeliveries(): Promise<void> {
    for (let batch = 0; batch < BATCHES_MAX && !this.isStopped; batch++) {
      if (!(await this.fanOut.createDeliveries())) return;
      this.nudge();
    }
    this.expectEvents();
  }

  private async leaseDue(): Promise<void> {
    this.nudge();
    await this.filling;
  }

  /** Repeats if somebody called {@link nudge} meanwhile. */
  private async fill(): Promise<void> {
    try {
      while (this.isRequestedAgain && !this.isStopped) {
        this.isRequestedAgain = false;
        const { leases, isMore } = await this.leases.acquire(this.slots);
        if (isMore) this.isRequestedAgain = true;
        for (const lease of leases) this.begin(lease);
        await sleep(GATHER_MS);
        if (!this.isRequestedAgain) await this.expectDue();
      }
    } finally {
      // No await since the last check, so no request is missed.
      this.filling = undefined;
    }
  }

  /** Schedules the next round. If a due delivery waits for a slot, the end of an attempt starts a round earlier. */
  private async expectDue(): Promise<void> {
    const dueAt = await this.leases.nextDue();
    if (!dueAt) return;
    const inMs = dueAt.getTime() - this.clock.now().getTime();
    this.due.within(Math.max(this.config.WEBHOOK_SWEEP_MS, inMs));
  }

  private begin(lease: LeasedDelivery): void {
    const release = this.slots.take(lease.endpoint.id, isFailing(lease.endpoint));
    const run = this.sender
      .attempt(lease)
      .then(release)
      .catch(({ message }: Error) => {
        const level = this.isStopped ? 'debug' : 'error';
        this.logger[level](
          { deliveryId: lease.delivery.id, err: { message } },
          'webhook attempt not recorded',
        );
        release();
      })
      .finally(() => {
        this.underWay.delete(run);
        // Its slot is free, and the next delivery of its message may be due.
        this.nudge();
      });
    this.underWay.add(run);
  }
}
