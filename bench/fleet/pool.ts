import type { Config } from '../../src/config/index.js';
import type { DriverOutcome, Health } from '../../src/gateway/driver.js';
import { NEUTRAL, recordOf, type SentMessage } from '../../src/gateway/pool/delivery-record.rules.js';
import type { PooledDevice } from '../../src/gateway/pool/pooled-device.rules.js';
import type { Contacts } from '../../src/gateway/pool/recipient-contacts.js';
import { WeightedRoundRobin } from '../../src/gateway/pool/weighted-round-robin.rules.js';
import { addSeconds } from '../../src/platform/time/clock.js';
import type { Allowances } from './allowances.js';
import type { Draws } from './draws.js';
import type { Recipient } from './recipient.js';
import type { Strategy } from './strategy.js';

export interface Picked {
  pooled: PooledDevice;
  isFirstContact: boolean;
  isKept: boolean;
  release: () => void;
}

/** The settings of the service that the simulated pool uses. */
export type PoolConfig = Pick<
  Config,
  | 'DEVICE_RESTRICTED_SECONDS'
  | 'DEVICE_STICKY_HOURS'
  | 'DEVICE_JUDGE_MESSAGES'
  | 'ACK_EXPECTED_SECONDS'
  | 'ACK_WATCHDOG_MESSAGES'
>;

/**
 * Does in memory what DevicePool, DeviceHealthRecorder and DeviceScorer do, by the same rules. The other strategies
 * only avoid devices that were reported as disconnected or restricted.
 */
export class Pool {
  private readonly spread = new WeightedRoundRobin();
  /** What each device accepted, newest first. */
  private readonly accepted = new Map<number, SentMessage[]>();
  private turn = 0;

  constructor(
    private readonly strategy: Strategy,
    readonly devices: readonly PooledDevice[],
    private readonly allowances: Allowances,
    private readonly config: PoolConfig,
    private readonly draws: Draws,
  ) {}

  pick(recipient: Recipient, tried: ReadonlySet<number>, now: Date): Picked | undefined {
    const contacts = recipient.contacts(addSeconds(now, -this.config.DEVICE_STICKY_HOURS * 3600));
    const passedOver = new Set(tried);
    this.allowances.at(now);
    for (;;) {
      const free = this.devices.filter(
        (pooled) =>
          !passedOver.has(pooled.id) &&
          !(pooled.isCapped && this.allowances.isSpent(pooled, isFirst(pooled, contacts))),
      );
      const pooled = this.choose(free, contacts, now);
      if (!pooled) return undefined;
      passedOver.add(pooled.id);
      const isFirstContact = isFirst(pooled, contacts);
      const trialsBefore = this.isJudged ? pooled.trialsBefore(now) : undefined;
      const release = this.allowances.take(pooled, recipient.id, isFirstContact);
      if (trialsBefore !== undefined) pooled.device.trials = trialsBefore + 1;
      const isKept = this.isJudged && pooled.healthAt(now) === 'restricted';
      if (release) return { pooled, isFirstContact, isKept, release };
    }
  }

  report({ pooled, isKept }: Picked, outcome: DriverOutcome, now: Date): void {
    pooled.localHealth.report(outcome, now, isKept);
    if (outcome.fault === 'restricted') this.heldBack(pooled, outcome.restrictedUntil, now);
  }

  probed(pooled: PooledDevice, health: Health, now: Date): void {
    pooled.localHealth.probed(health, now);
    if (health.fault === 'restricted') this.heldBack(pooled, health.restrictedUntil, now);
  }

  /** Notes a message that a device has accepted. */
  sent({ id }: PooledDevice, message: SentMessage): void {
    const messages = this.accepted.get(id) ?? [];
    messages.unshift(message);
    if (messages.length > this.config.DEVICE_JUDGE_MESSAGES) messages.pop();
    this.accepted.set(id, messages);
  }

  judge(pooled: PooledDevice, now: Date): void {
    const { device } = pooled;
    const messages = this.accepted.get(pooled.id) ?? [];
    const reports = device.reportsSince !== null || messages.some(({ deliveredAt }) => deliveredAt);
    const rules = {
      ackExpectedSeconds: this.config.ACK_EXPECTED_SECONDS,
      watchdogMessages: this.config.ACK_WATCHDOG_MESSAGES,
    };
    const judgement = reports ? recordOf(messages, rules, now) : NEUTRAL;
    pooled.judgement = judgement;
    if (reports) device.reportsSince ??= now;
    if (judgement.isSilent === (device.degradedSince !== null)) return;
    device.degradedSince = judgement.isSilent ? now : null;
    device.trials = 0;
  }

  get isJudged(): boolean {
    return this.strategy.choice === 'judged';
  }

  private choose(free: readonly PooledDevice[], contacts: Contacts, now: Date): PooledDevice | undefined {
    if (this.isJudged)
      return this.spread.next(free.map((pooled) => pooled.candidate(now, contacts)))?.subject;
    const well = free.filter((pooled) => !['disconnected', 'restricted'].includes(pooled.healthAt(now)));
    if (well.length === 0) return undefined;
    if (this.strategy.choice === 'random') return this.draws.pick(well);
    const next = well.find(({ id }) => id > this.turn) ?? well[0];
    this.turn = next?.id ?? 0;
    return next;
  }

  private heldBack(pooled: PooledDevice, until: Date | undefined, now: Date): void {
    if (until) pooled.restrict(until);
    else if (!pooled.restrictedUntil(now))
      pooled.restrict(addSeconds(now, this.config.DEVICE_RESTRICTED_SECONDS));
  }
}

const isFirst = (pooled: PooledDevice, { known }: Contacts) =>
  pooled.checksFirstContacts && !known.has(pooled.id);
