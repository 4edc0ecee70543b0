import { Config } from '../../src/config/index.js';
import type { SentMessage } from '../../src/gateway/pool/delivery-record.rules.js';
import type { PooledDevice } from '../../src/gateway/pool/pooled-device.rules.js';
import { Calendar } from '../../src/platform/time/calendar.js';
import { Allowances } from './allowances.js';
import { ASSUMPTIONS } from './assumptions.js';
import { type Fate, SimulatedDevice } from './device.js';
import { Draws } from './draws.js';
import { personalLimits, pooledDevice } from './fleet.js';
import { type Arrival, arrivalsOf, earlierOf } from './people.js';
import { Pool } from './pool.js';
import { Recipient } from './recipient.js';
import { type Figures, RunRecorder } from './run-recorder.js';
import { type FirstChannel, secondArrivedMs, secondSentMs } from './second-channel.js';
import type { Strategy } from './strategy.js';
import { DAY_MS, SECOND_MS, Timetable } from './time.js';

export interface Scenario {
  seed: number;
  days: number;
  devices: number;
  /** The average of the whole fleet. */
  messagesPerDay: number;
  /** The share of people without WhatsApp: all devices refuse a message to them. */
  withoutWhatsappShare?: number;
}

interface Request extends Arrival {
  number: number;
}

/** A Monday, midnight in Asia/Jakarta. */
const START_MS = Date.parse('2026-01-04T17:00:00Z');
const SUSPECT_PROBE_MS = 2 * SECOND_MS;

/** A simulated fleet with its recipients, under one strategy. */
class Run {
  private readonly config = new Config();
  private readonly calendar = new Calendar(this.config.TIMEZONE);
  private readonly timetable = new Timetable(START_MS);
  private readonly recorder = new RunRecorder(personalLimits(this.config), this.calendar);
  private readonly recipients = new Map<number, Recipient>();
  private readonly truths: ReadonlyMap<number, SimulatedDevice>;
  private readonly pool: Pool;
  private readonly endMs: number;
  private readonly judgedAtMs = new Map<number, number>();

  constructor(
    private readonly scenario: Scenario,
    private readonly strategy: Strategy,
  ) {
    const { seed, days, devices } = scenario;
    this.endMs = START_MS + days * DAY_MS;
    const ids = Array.from({ length: devices }, (_, i) => i + 1);
    this.truths = new Map(ids.map((id) => [id, new SimulatedDevice(id, seed, START_MS, this.endMs)]));
    const { hasCaps } = strategy;
    const pooled = [...this.truths.values()].map(({ id, linkedAtMs }) =>
      pooledDevice({ id, linkedAtMs, hasCaps, startMs: START_MS }, this.config, this.calendar),
    );
    const draws = new Draws(seed, 'choice');
    this.pool = new Pool(strategy, pooled, new Allowances(this.calendar), this.config, draws);
  }

  figures(): Figures {
    this.rememberEarlier();
    for (const pooled of this.pool.devices) this.begin(pooled, this.truthOf(pooled));
    const span = { ...this.scenario, startMs: START_MS, endMs: this.endMs };
    const arrivals = arrivalsOf(this.scenario.seed, span);
    arrivals.forEach((arrival, number) =>
      this.timetable.at(arrival.atMs, () => this.request({ ...arrival, number })),
    );
    this.timetable.run(this.endMs);
    return this.recorder.figures();
  }

  private rememberEarlier(): void {
    const { seed, devices } = this.scenario;
    const veterans = [...this.truths.values()].filter(({ linkedAtMs }) => linkedAtMs < START_MS - DAY_MS);
    const at = new Date(START_MS - DAY_MS);
    for (const [id, deviceId] of earlierOf(
      seed,
      devices,
      veterans.map((device) => device.id),
    )) {
      const recipient = this.recipientOf(id);
      recipient.accepted(deviceId, { acceptedAt: at, deliveredAt: at, failedAt: null });
      recipient.chats.add(deviceId);
      this.recorder.knewEachOther(deviceId, id);
    }
  }

  /** Schedules the faults of a device, and WhatsApp's reviews of its account. */
  private begin(pooled: PooledDevice, truth: SimulatedDevice): void {
    for (const episode of truth.episodes) {
      this.timetable.at(episode.fromMs, () => {
        truth.begin(episode);
        this.probeSoon(pooled);
        this.timetable.at(episode.untilMs, () => this.probeSoon(pooled));
      });
    }
    const review = () => {
      if (truth.isBanned) return;
      for (const decision of truth.account.review(this.timetable.nowMs)) {
        truth.sentence(decision);
        this.recorder.sanctioned(decision.sanction);
        this.probeSoon(pooled);
        if (decision.untilMs < this.endMs) this.timetable.at(decision.untilMs, () => this.probeSoon(pooled));
      }
      this.timetable.at(this.timetable.nowMs + ASSUMPTIONS.sanctions.reviewMs, review);
    };
    review();
  }

  private request(asked: Request): void {
    const { seed } = this.scenario;
    const first = this.send(asked, new Draws(seed, `message ${asked.number}`));
    const sentMs = secondSentMs(first, this.strategy.fallback);
    let { arrivedMs = Infinity } = first;
    if (sentMs !== undefined) {
      this.recorder.secondSent(arrivedMs);
      const draws = new Draws(seed, `second message ${asked.number}`);
      arrivedMs = Math.min(arrivedMs, secondArrivedMs(sentMs, asked.phoneOffMs, draws));
    }
    if (arrivedMs < Infinity) this.recorder.arrived(arrivedMs);
    else this.recorder.ended(first.end);
  }

  /** Dispatches like the service: tries the next device only if the last one certainly did not send. */
  private send(arrival: Arrival, draws: Draws): FirstChannel {
    if (this.hasNoWhatsapp(arrival))
      return { end: 'refused', answeredMs: ASSUMPTIONS.gateways.answerMs.median };
    const recipient = this.recipientOf(arrival.recipient);
    const tried = new Set<number>();
    let waitedMs = 0;
    while (tried.size < this.config.GATEWAY_ATTEMPTS_MAX) {
      const now = this.timetable.now();
      const picked = this.pool.pick(recipient, tried, now);
      if (!picked) break;
      const { pooled } = picked;
      tried.add(pooled.id);
      const isNewChat = !recipient.chats.has(pooled.id);
      const fate = this.truthOf(pooled).send(
        { isNewChat, phoneOffMs: arrival.phoneOffMs, draws },
        this.timetable.nowMs,
      );
      this.pool.report(picked, fate.outcome, now);
      if (pooled.localHealth.isSuspect(now)) this.probeSoon(pooled);
      waitedMs += fate.answeredAfterMs;
      if (fate.outcome.kind === 'accepted') {
        this.recorder.sent(pooled.device, recipient.id, now);
        return this.accepted(pooled, recipient, fate, waitedMs);
      }
      picked.release();
    }
    return { end: tried.size > 0 ? 'refused' : 'noCapacity', answeredMs: waitedMs };
  }

  private accepted(
    pooled: PooledDevice,
    recipient: Recipient,
    { answeredAfterMs, deliveredAfterMs, failedAfterMs }: Fate,
    answeredMs: number,
  ): FirstChannel {
    const { nowMs } = this.timetable;
    const message: SentMessage = { acceptedAt: this.timetable.now(), deliveredAt: null, failedAt: null };
    this.pool.sent(pooled, message);
    recipient.accepted(pooled.id, message);
    this.judgeSoon(pooled, nowMs);
    this.judgeSoon(pooled, nowMs + this.config.ACK_EXPECTED_SECONDS * SECOND_MS);
    if (deliveredAfterMs !== undefined) {
      recipient.chats.add(pooled.id);
      this.heard(pooled, nowMs + deliveredAfterMs, (at) => (message.deliveredAt = at));
      return { end: 'lost', answeredMs, arrivedMs: answeredMs - answeredAfterMs + deliveredAfterMs };
    }
    if (failedAfterMs === undefined) return { end: 'lost', answeredMs };
    this.heard(pooled, nowMs + failedAfterMs, (at) => (message.failedAt = at));
    return { end: 'failed', answeredMs };
  }

  private heard(pooled: PooledDevice, atMs: number, note: (at: Date) => void): void {
    if (atMs >= this.endMs) return;
    this.timetable.at(atMs, () => {
      note(this.timetable.now());
      this.judgeSoon(pooled, atMs);
    });
  }

  /** Scores a device at the scorer's next round. Rounds in which nothing has changed are left out. */
  private judgeSoon(pooled: PooledDevice, fromMs: number): void {
    if (!this.pool.isJudged) return;
    const atMs = nextRound(fromMs, this.config.DEVICE_JUDGE_SECONDS * SECOND_MS);
    this.timetable.at(atMs, () => {
      if (this.judgedAtMs.get(pooled.id) === atMs) return;
      this.judgedAtMs.set(pooled.id, atMs);
      this.pool.judge(pooled, this.timetable.now());
    });
  }

  /** Probes a device at the prober's next round. Rounds in which nothing has changed are left out. */
  private probeSoon(pooled: PooledDevice): void {
    const isSuspect = pooled.localHealth.isSuspect(this.timetable.now());
    const everyMs = isSuspect ? SUSPECT_PROBE_MS : this.config.DEVICE_PROBE_SECONDS * SECOND_MS;
    this.timetable.at(nextRound(this.timetable.nowMs, everyMs), () => {
      const health = this.truthOf(pooled).health(this.timetable.nowMs);
      this.pool.probed(pooled, health, this.timetable.now());
    });
  }

  private hasNoWhatsapp({ recipient }: Arrival): boolean {
    const { seed, withoutWhatsappShare = 0 } = this.scenario;
    return new Draws(seed, `phone ${recipient}`).chance(withoutWhatsappShare);
  }

  private recipientOf(id: number): Recipient {
    const known = this.recipients.get(id) ?? new Recipient(id);
    this.recipients.set(id, known);
    return known;
  }

  private truthOf({ id }: PooledDevice): SimulatedDevice {
    const truth = this.truths.get(id);
    if (!truth) throw new Error(`there is no device ${id}`);
    return truth;
  }
}

const nextRound = (fromMs: number, everyMs: number) => (Math.floor(fromMs / everyMs) + 1) * everyMs;

/** Runs a scenario; the same seed gives the same figures. */
export function simulate(scenario: Scenario, strategy: Strategy): Figures {
  return new Run(scenario, strategy).figures();
}
