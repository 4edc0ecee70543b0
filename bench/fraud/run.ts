import { type FraudLimits, USUAL_LIMITS } from '../../src/fraud/fraud.rules.js';
import { MINUTE_MS } from '../fleet/time.js';
import { ASSUMPTIONS, type Attack } from './assumptions.js';
import { Guard, SWEEP_MS } from './guard.js';
import { type Day, honestSends, pumpedSends } from './traffic.js';

const TEN_MINUTES_MS = 10 * MINUTE_MS;
const WEEK_DAYS = 7;
const { honest } = ASSUMPTIONS;

export interface Scenario extends Day {
  /** Changes to the default limits. */
  limits?: Partial<FraudLimits>;
  seed: number;
  attack: Attack | null;
  /** Sends per day in the account's earlier days; default: as on the simulated day. */
  usualPerDay?: number;
}

export interface Figures {
  pumped: number;
  pumpedBlocked: number;
  /** The attacker's sends after the first ten minutes of the attack. */
  late: number;
  lateBlocked: number;
  honest: number;
  honestBlocked: number;
  /** Blocks of groups without any send of the attacker. */
  wrongBlocks: number;
}

/** Simulates a day of one account in mode `enforce`. */
export function simulate(scenario: Scenario): Figures {
  const { seed, attack } = scenario;
  const pumped = attack ? pumpedSends(seed, attack, scenario) : [];
  const tenMinutesMs = (pumped[0]?.atMs ?? 0) + TEN_MINUTES_MS;
  const sends = [...honestSends(seed, scenario), ...pumped].sort((one, other) => one.atMs - other.atMs);
  const guard = new Guard(weekBefore(scenario.usualPerDay ?? scenario.sendsPerDay), {
    ...USUAL_LIMITS,
    ...scenario.limits,
  });
  const figures: Figures = {
    ...{ pumped: 0, pumpedBlocked: 0, late: 0, lateBlocked: 0 },
    ...{ honest: 0, honestBlocked: 0, wrongBlocks: 0 },
  };
  let sweptMs = 0;
  for (const send of sends) {
    for (; sweptMs + SWEEP_MS <= send.atMs; sweptMs += SWEEP_MS) guard.sweep(sweptMs + SWEEP_MS);
    const blocked = Number(guard.blocks(send));
    if (!blocked) guard.note(send);
    if (!send.isPumped) {
      figures.honest++;
      figures.honestBlocked += blocked;
      continue;
    }
    const late = Number(send.atMs > tenMinutesMs);
    figures.pumped++;
    figures.pumpedBlocked += blocked;
    figures.late += late;
    figures.lateBlocked += late * blocked;
  }
  return { ...figures, wrongBlocks: guard.wrongBlocks };
}

function weekBefore(sendsPerDay: number) {
  const sends = Math.round(sendsPerDay * (1 - honest.failedShare));
  return Array.from({ length: WEEK_DAYS }, () => ({
    sends,
    converted: Math.round(sends * honest.convertedShare),
  }));
}
