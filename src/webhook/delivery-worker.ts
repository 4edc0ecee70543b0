import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { Config } from '../config/index.js';
import type { Sweeper } from '../platform/background/sweeper.js';
import { Sweepers } from '../platform/background/sweepers.js';
import { LOGGER } from '../platform/observability/logger-token.js';
import { Clock } from '../platform/time/clock.js';
import { type DeliveryClaim, DeliveryClaims, isFailing } from './claims.js';
import { Courier } from './courier.js';
import { Expansion } from './expansion.js';
import { Slots } from './slots.rules.js';

/** Batches in one round; the next round comes soon. */
const EXPANSIONS_MAX = 50;
/** Attempts that end close together share one claim. */
const GATHER_MS = 20;
/**
 * Usually a writer announces its events, and each row has a due time. This poll is for what a dead process left behind.
 */
const POLL_SECONDS = 30;
const RETRY_SECONDS = 1;
/** How long a stop waits for running calls, at most half of the grace period; after that, their leases make them due again. */
const STOP_WAIT_MS = 3000;

/**
 * Keeps deliveries going, on every instance: soon after an event was written here, when a delivery is due, and at once
 * while there is work. An idle worker only polls every half minute.
 */
@Injectable()
export class DeliveryWorker implements OnModuleDestroy, OnApplicationShutdown {
  private readonly events: Sweeper;
  private readonly due: Sweeper;
  private readonly slots: Slots;
  /** Bounded by the slots. */
  private readonly underWay = new Set<Promise<void>>();
  private filling: Promise<void> | undefined;
  private isAskedAgain = false;
  private isStopped = false;

  constructor(
    private readonly expansion: Expansion,
    private readonly claims: DeliveryClaims,
    private readonly courier: Courier,
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
    this.events = sweepers.every('webhook events', pollSeconds, () => this.handOut(), pace);
    this.due = sweepers.every('webhook deliveries', pollSeconds, () => this.claimDue(), pace);
  }

  /** Called after events were committed: hands them out soon, those of one moment together. */
  expectEvents(): void {
    this.events.within(this.config.WEBHOOK_SWEEP_MS);
  }

  /**
   * One round: hands new events out, and begins the attempts that are due. It does not wait for attempts, so a backlog
   * delays no event.
   */
  async round(): Promise<void> {
    await this.handOut();
    this.nudge();
  }

  /** Called after something became due: begins it now rather than at the next sweep. Never claims twice at once. */
  nudge(): void {
    if (this.isStopped) return;
    this.isAskedAgain = true;
    this.filling ??= this.fill().catch(({ message }: Error) => {
      // During a stop the database may be closed already.
      if (this.isStopped) return;
      this.logger.error({ err: { message } }, 'webhook deliveries were not claimed');
      this.due.within(RETRY_SECONDS * 1000);
    });
  }

  /** Resolves once nothing is under way and nothing is due any more. */
  async idle(): Promise<void> {
    while (this.filling || this.underWay.size > 0) await Promise.all([this.filling, ...this.underWay]);
  }

  /** No new claims from here on. */
  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    await this.filling;
  }

  async onApplicationShutdown(): Promise<void> {
    const waitMs = Math.min(STOP_WAIT_MS, this.config.SHUTDOWN_GRACE_MS / 2);
    const patience = new AbortController();
    await Promise.race([
      Promise.all(this.underWay),
      sleep(waitMs, undefined, { signal: patience.signal, ref: false }).catch(() => undefined),
    ]);
    patience.abort();
  }

  private async handOut(): Promise<void> {
    for (let batch = 0; batch < EXPANSIONS_MAX && !this.isStopped; batch++) {
      if (!(await this.expansion.expand())) return;
      this.nudge();
    }
    this.expectEvents();
  }

  private async claimDue(): Promise<void> {
    this.nudge();
    await this.filling;
  }

  /** Claims, and again if somebody has asked for it meanwhile. */
  private async fill(): Promise<void> {
    try {
      while (this.isAskedAgain && !this.isStopped) {
        this.isAskedAgain = false;
        const { claims, isMore } = await this.claims.claim(this.slots);
        if (isMore) this.isAskedAgain = true;
        for (const claim of claims) this.begin(claim);
        await sleep(GATHER_MS);
        if (!this.isAskedAgain) await this.expectDue();
      }
    } finally {
      // No await since the last look, so no request is missed in between.
      this.filling = undefined;
    }
  }

  /**
   * Plans the next claim. A delivery that is due already waits for a free slot; the end of an attempt claims it, or
   * this.
   */
  private async expectDue(): Promise<void> {
    const dueAt = await this.claims.nextDue();
    if (!dueAt) return;
    const inMs = dueAt.getTime() - this.clock.now().getTime();
    this.due.within(Math.max(this.config.WEBHOOK_SWEEP_MS, inMs));
  }

  private begin(claim: DeliveryClaim): void {
    const giveBack = this.slots.take(claim.endpoint.id, isFailing(claim.endpoint));
    const run = this.courier
      .attempt(claim)
      .then(giveBack)
      .catch(({ message }: Error) => {
        const level = this.isStopped ? 'debug' : 'error';
        this.logger[level](
          { deliveryId: claim.delivery.id, err: { message } },
          'webhook attempt not recorded',
        );
        giveBack();
      })
      .finally(() => {
        this.underWay.delete(run);
        // Its slot is free, and a delivery that waited behind it may be due.
        this.nudge();
      });
    this.underWay.add(run);
  }
}
