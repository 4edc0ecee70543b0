import {
  blockLevel,
  blockSeconds,
  decideGroup,
  type EarlierBlock,
  type FraudDay,
  type FraudDecision,
  type FraudGroup,
  type FraudLimits,
  groupMax,
  reportsConversions,
  suddenVolume,
  VOLUME_SENDS_MIN,
} from '../../src/fraud/fraud.rules.js';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../fleet/time.js';
import { observed, type SimulatedSend } from './send.js';

/** The same values as in FraudWatch and FraudJudge of the service. */
export const SWEEP_MS = 2 * SECOND_MS;
const AGAIN_MS = 15 * SECOND_MS;
const JUDGED_AT_ONCE = 50;
const SENDS_MAX = 2000;

interface Group {
  group: FraudGroup;
  /** The sends of the last hour, oldest first. */
  sends: SimulatedSend[];
  restsUntilMs: number;
  earlier: EarlierBlock | null;
  /** The key of the group to block if this one looks like fraud: itself, or the prefix of a `hundred`. */
  blocks: string;
}

/** The fraud guard of one account in memory, with the rules of the service. */
export class Guard {
  private readonly groups = new Map<string, Group>();
  private readonly suspects = new Map<string, number>();
  private readonly blockedUntilMs = new Map<string, number>();
  /** Blocks of groups without any send of the attacker. */
  wrongBlocks = 0;

  /** `days`: the account's week before. */
  constructor(
    private readonly days: readonly FraudDay[],
    private readonly limits: FraudLimits,
  ) {}

  blocks({ groups, atMs }: SimulatedSend): boolean {
    return entriesOf(groups).some(
      ([group, value]) => group !== 'account' && this.isBlocked(keyOf(group, value), atMs),
    );
  }

  /** Counts a send that was made. */
  note(send: SimulatedSend): void {
    for (const [group, value] of entriesOf(send.groups)) {
      const key = keyOf(group, value);
      const known = this.groups.get(key) ?? this.open(group, key, send);
      known.sends.push(send);
      const lowest =
        group === 'account'
          ? VOLUME_SENDS_MIN
          : (groupMax(group, { limits: this.limits, reportsConversions: true, isTightened: true }) ?? 0);
      if (known.sends.length >= lowest && !this.suspects.has(key)) this.suspects.set(key, known.restsUntilMs);
    }
  }

  sweep(nowMs: number): void {
    const due = [...this.suspects].filter(([, dueMs]) => dueMs <= nowMs).slice(0, JUDGED_AT_ONCE);
    for (const [key] of due) {
      const group = this.groups.get(key);
      this.suspects.delete(key);
      if (!group || this.isBlocked(group.blocks, nowMs)) continue;
      const decision = this.decide(group, nowMs);
      if (decision.kind === 'found') this.block(group, nowMs);
      if (decision.kind === 'wait') this.suspects.set(key, nowMs + AGAIN_MS);
      else group.restsUntilMs = nowMs + AGAIN_MS;
    }
  }

  private open(group: FraudGroup, key: string, { groups }: SimulatedSend): Group {
    const blocks = group === 'hundred' ? keyOf('prefix', groups.prefix ?? '') : key;
    const opened = { group, sends: [], restsUntilMs: 0, earlier: null, blocks };
    this.groups.set(key, opened);
    return opened;
  }

  private decide(group: Group, nowMs: number): FraudDecision {
    const { limits, days } = this;
    group.sends = group.sends.filter(({ atMs }) => atMs > nowMs - HOUR_MS);
    if (group.group === 'account') {
      const isSudden = group.sends.length >= (suddenVolume(days, limits) ?? Infinity);
      const counts = { sends: group.sends.length, phones: 0, judgedPhones: 0, convertedPhones: 0 };
      return isSudden ? { kind: 'found', rule: 'sudden_volume', counts } : { kind: 'clear' };
    }
    const windowMs = limits.window_minutes * MINUTE_MS;
    const inWindow = group.sends.filter(({ atMs }) => atMs > nowMs - windowMs).slice(-SENDS_MAX);
    const facts = {
      limits,
      reportsConversions: reportsConversions(days, limits),
      isTightened:
        this.isBlocked(keyOf('account', 'account'), nowMs) || blockLevel(group.earlier, new Date(nowMs)) > 0,
    };
    // With fewer sends than this there are fewer phones too, so no rule applies.
    if (inWindow.length < (groupMax(group.group, facts) ?? Infinity)) return { kind: 'clear' };
    const sends = inWindow.map((send) => observed(send, nowMs));
    return decideGroup(group.group, sends, facts, new Date(nowMs));
  }

  private block(group: Group, nowMs: number): void {
    const blocked = this.groups.get(group.blocks) ?? group;
    const now = new Date(nowMs);
    const level = group.group === 'account' ? 0 : blockLevel(blocked.earlier, now);
    const untilMs = nowMs + blockSeconds(level) * SECOND_MS;
    blocked.earlier = { level, endsAt: new Date(untilMs), liftedAt: null };
    this.blockedUntilMs.set(group.blocks, untilMs);
    if (group.group !== 'account' && !group.sends.some(({ isPumped }) => isPumped)) this.wrongBlocks++;
  }

  private isBlocked(key: string, nowMs: number): boolean {
    return (this.blockedUntilMs.get(key) ?? 0) > nowMs;
  }
}

const keyOf = (group: FraudGroup, value: string) => `${group} ${value}`;
const entriesOf = (groups: SimulatedSend['groups']) => Object.entries(groups) as [FraudGroup, string][];
