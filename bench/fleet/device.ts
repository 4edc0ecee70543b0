import type { DriverOutcome, Health } from '../../src/gateway/driver.js';
import { Account, type SanctionDecision } from './account.js';
import { type Around, ASSUMPTIONS } from './assumptions.js';
import { Draws } from './draws.js';
import { DAY_MS, SECOND_MS } from './time.js';

const { fleet, gateways, people, troubles } = ASSUMPTIONS;

type Trouble = keyof typeof troubles;
type ColdLockFace = (typeof gateways.coldLockFaces)[number]['face'];

/** A fault of a device that does not depend on its messages. */
interface Episode {
  trouble: Trouble;
  fromMs: number;
  untilMs: number;
}

/** The result of a message that a device got: the gateway's response, and the later events. */
export interface Fate {
  outcome: DriverOutcome;
  answeredAfterMs: number;
  deliveredAfterMs?: number;
  failedAfterMs?: number;
}

/** The random influences on a message, which do not depend on its device. */
export interface MessageLuck {
  isNewChat: boolean;
  /** How long its recipient's phone stays off; 0: it is on. */
  phoneOffMs: number;
  draws: Draws;
}

/** The actual state of a device, which the pool does not see: its account, its gateway and its present faults. */
export class SimulatedDevice {
  readonly linkedAtMs: number;
  readonly account: Account;
  /** Ordered by their beginnings. */
  readonly episodes: readonly Episode[];
  private readonly lossShare: number;
  private readonly coldLockFace: ColdLockFace;
  private readonly tellsEnd: boolean;
  private readonly until: Record<Trouble | SanctionDecision['sanction'], number> = {
    silent: 0,
    slow: 0,
    disconnected: 0,
    cold_lock: 0,
    restriction: 0,
    ban: 0,
  };

  constructor(
    readonly id: number,
    seed: number,
    startMs: number,
    endMs: number,
  ) {
    const draws = new Draws(seed, `device ${id}`);
    const { fromDays, toDays } = shared(fleet.ages, draws.share());
    this.linkedAtMs = startMs - draws.between(fromDays, toDays) * DAY_MS;
    this.lossShare = draws.chance(gateways.poorShare) ? gateways.poorLossShare : gateways.lossShare;
    this.coldLockFace = shared(gateways.coldLockFaces, draws.share()).face;
    this.tellsEnd = draws.chance(gateways.tellsEndShare);
    this.account = new Account(this.linkedAtMs, new Draws(seed, `account ${id}`));
    this.episodes = episodesOf(new Draws(seed, `troubles ${id}`), startMs, endMs);
  }

  get isBanned(): boolean {
    return this.until.ban > 0;
  }

  begin({ trouble, untilMs }: Episode): void {
    this.until[trouble] = Math.max(this.until[trouble], untilMs);
  }

  sentence({ sanction, untilMs }: SanctionDecision): void {
    this.until[sanction] = Math.max(this.until[sanction], untilMs);
  }

  send({ isNewChat, phoneOffMs, draws }: MessageLuck, nowMs: number): Fate {
    const answeredAfterMs = around(gateways.answerMs, draws);
    const lossDraw = draws.share();
    const ackMs = around(this.is('slow', nowMs) ? gateways.slowAckMs : gateways.ackMs, draws);
    if (this.isBanned || this.is('disconnected', nowMs))
      return { outcome: NOT_CONNECTED, answeredAfterMs: answeredAfterMs / 2 };
    const accepted: Fate = { outcome: { kind: 'accepted', id: '' }, answeredAfterMs };
    if (this.is('silent', nowMs)) return accepted;
    this.account.wrote(isNewChat, nowMs);
    if (this.is('restriction', nowMs)) return this.restricted(answeredAfterMs);
    if (isNewChat && this.is('cold_lock', nowMs)) {
      if (this.coldLockFace === 'refuses') return { outcome: HELD_BACK, answeredAfterMs };
      return this.coldLockFace === 'drops' ? accepted : { ...accepted, failedAfterMs: 2 * SECOND_MS };
    }
    if (lossDraw < this.lossShare) return accepted;
    return { ...accepted, deliveredAfterMs: answeredAfterMs + ackMs + phoneOffMs };
  }

  /** The gateway's report. It never reveals that messages are lost silently, and only sometimes a lock of new chats. */
  health(nowMs: number): Health {
    if (this.isBanned || this.is('disconnected', nowMs)) return { connection: 'disconnected', detail: null };
    const locked = this.is('cold_lock', nowMs) && this.coldLockFace === 'refuses';
    if (locked && this.tellsEnd) return { ...CONNECTED, ...heldBackUntil(this.until.cold_lock) };
    return CONNECTED;
  }

  private restricted(answeredAfterMs: number): Fate {
    const end = this.tellsEnd ? heldBackUntil(this.until.restriction) : {};
    return { outcome: { ...HELD_BACK, ...end }, answeredAfterMs };
  }

  private is(trouble: keyof typeof this.until, nowMs: number): boolean {
    return nowMs < this.until[trouble];
  }
}

const CONNECTED: Health = { connection: 'connected', detail: null };
const NOT_CONNECTED: DriverOutcome = {
  kind: 'refused',
  reason: 'not connected',
  retryElsewhere: true,
  fault: 'unreachable',
};
const HELD_BACK: DriverOutcome = {
  kind: 'refused',
  reason: 'held back',
  retryElsewhere: true,
  fault: 'restricted',
};

const heldBackUntil = (ms: number) => ({ fault: 'restricted' as const, restrictedUntil: new Date(ms) });

/** How long the phone of a message's recipient stays off. */
export function phoneOffMs(draws: Draws): number {
  return draws.chance(people.offShare) ? around(people.offMs, draws) : 0;
}

function episodesOf(draws: Draws, startMs: number, endMs: number): Episode[] {
  const episodes: Episode[] = [];
  for (const trouble of Object.keys(troubles) as Trouble[]) {
    const { everyMs, lasts } = troubles[trouble];
    let fromMs = startMs + draws.wait(everyMs);
    while (fromMs < endMs) {
      const untilMs = fromMs + around(lasts, draws);
      episodes.push({ trouble, fromMs, untilMs });
      fromMs = untilMs + draws.wait(everyMs);
    }
  }
  return episodes.sort((a, b) => a.fromMs - b.fromMs);
}

const around = ({ median, spread }: Around, draws: Draws) => draws.around(median, spread);

function shared<T extends { share: number }>(parts: readonly T[], share: number): T {
  let upTo = 0;
  const found = parts.find((part) => share < (upTo += part.share)) ?? parts.at(-1);
  if (!found) throw new Error('no parts to choose from');
  return found;
}
