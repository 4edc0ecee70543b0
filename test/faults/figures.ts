import type { Simulator } from '../../simulator/gateway.js';
import type { Rows } from './database-rows.js';
import type { ClientRequest } from './requests.js';

/** What a run was made of. */
export interface Figures {
  requests: number;
  attempts: number;
  /** Attempts that ended without an answer. */
  lost: number;
  /** First answers by status. */
  answers: Record<string, number>;
  replays: number;
  messages: number;
  refunds: number;
  /** How many different ones messages have: they change while the run goes on. */
  prices: number;
  topUps: number;
  verifications: Record<string, number>;
  acceptedByGateway: number;
  callbacksTaken: number;
  /** Given up by the gateway after many attempts. */
  callbacksLost: number;
}

export function figuresOf(requests: readonly ClientRequest[], gateway: Simulator, rows: Rows): Figures {
  const answers = requests.flatMap((request) => request.answers);
  const fresh = answers.filter(({ replayed }) => !replayed);
  const lost = requests.reduce((sum, request) => sum + request.lost, 0);
  return {
    requests: requests.length,
    attempts: answers.length + lost,
    lost,
    answers: countBy(fresh.map(({ status }) => String(status))),
    replays: answers.length - fresh.length,
    messages: rows.messages.length,
    refunds: rows.messages.filter(({ refunds }) => refunds > 0).length,
    prices: new Set(rows.messages.map(({ price }) => Number(price))).size,
    topUps: rows.topUps.length,
    verifications: countBy(rows.verifications.map(({ status }) => status)),
    acceptedByGateway: gateway.requests.accepted,
    callbacksTaken: gateway.requests.callbacksTaken,
    callbacksLost: gateway.requests.callbacksLost,
  };
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** One line for whoever reads the output of the run. */
export function say(title: string, seed: number, kills: number, figures: Figures): void {
  process.stdout.write(`faults: ${title} (FAULTS_SEED=${seed}) ${JSON.stringify({ kills, ...figures })}\n`);
}
