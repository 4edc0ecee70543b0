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
  topUps: number;
  acceptedByGateway: number;
  callbacksTaken: number;
  /** Given up by the gateway after many attempts. */
  callbacksLost: number;
}

export function figuresOf(requests: readonly ClientRequest[], gateway: Simulator, rows: Rows): Figures {
  const answers = requests.flatMap((request) => request.answers);
  const fresh = answers.filter(({ replayed }) => !replayed);
  const byStatus: Record<string, number> = {};
  for (const { status } of fresh) byStatus[status] = (byStatus[status] ?? 0) + 1;
  const lost = requests.reduce((sum, request) => sum + request.lost, 0);
  return {
    requests: requests.length,
    attempts: answers.length + lost,
    lost,
    answers: byStatus,
    replays: answers.length - fresh.length,
    messages: rows.messages.length,
    refunds: rows.messages.filter(({ refunds }) => refunds > 0).length,
    topUps: rows.topUps.length,
    acceptedByGateway: gateway.requests.accepted,
    callbacksTaken: gateway.requests.callbacksTaken,
    callbacksLost: gateway.requests.callbacksLost,
  };
}

/** One line for whoever reads the output of the run. */
export function say(title: string, seed: number, kills: number, figures: Figures): void {
  process.stdout.write(`faults: ${title} (FAULTS_SEED=${seed}) ${JSON.stringify({ kills, ...figures })}\n`);
}
