import { randomInt } from 'node:crypto';
import { Agent } from 'node:http';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { keepBooks } from '../support/app.js';
import { ResponseContract } from '../support/contract.js';
import { startTestService, type TestService } from '../support/service.js';
import { tries } from '../support/tries.js';
import { Cast } from './actors.js';
import { Dice } from './dice.js';
import { Operations } from './document.js';
import { exchange } from './exchange.js';
import { faultsOf } from './judge.js';
import { fuzz, type FuzzedRequest } from './request.js';

const { FUZZ_REQUESTS, FUZZ_SEED } = process.env;
/** One seed for everyone, so that a run that is red is red again; `npm run test:fuzz` throws a new one. */
const SEED = Number(FUZZ_SEED ?? (FUZZ_REQUESTS ? randomInt(2 ** 31) : 20_261_122));
const REQUESTS = Number(FUZZ_REQUESTS ?? tries(inject('engine') === 'sqlite' ? 5_000 : 1_500));
const AT_ONCE = 4;
const SLOW_MS = 2_000;
const FAULTS_SHOWN = 20;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    env: {
      ...Object.fromEntries(UNLIMITED.map((name) => [name, '100000'])),
      GATEWAY_TIMEOUT_MS: '700',
      WEBHOOK_ALLOW_PRIVATE: '1',
      LOG_LEVEL: 'warn',
    },
  });
});
afterAll(() => service.close());
keepBooks(() => service);

const UNLIMITED = [
  ...['SEND_RATE_PER_MINUTE', 'CHECK_RATE_PER_MINUTE', 'EXPORT_RATE_PER_MINUTE', 'AUTH_RATE_PER_MINUTE'],
  ...['READ_RATE_PER_MINUTE', 'PHONE_SEARCHES_PER_MINUTE', 'PHONE_SEARCHES_PER_DAY'],
  ...['RECIPIENT_ATTEMPTS_MAX', 'RECIPIENT_HOURLY_MAX', 'LOGIN_ATTEMPTS_MAX'],
  ...['CALLBACK_RATE_PER_MINUTE', 'CALLBACK_FAILURES_PER_MINUTE'],
];

const told = ({ method, target, who, headers, body }: FuzzedRequest) =>
  `${method} ${target} as ${who}\n    ${JSON.stringify(headers).slice(0, 400)}\n    ${String(body).slice(0, 400)}`;

it(
  `answers ${REQUESTS} requests of all kinds in its envelope, never with a fault of ours (FUZZ_SEED=${SEED})`,
  { timeout: 60_000 + REQUESTS * 60 },
  async () => {
    process.stdout.write(`fuzz: FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS} on ${inject('engine')}\n`);
    const operations = await Operations.of(service.url);
    const contract = await ResponseContract.load(service.url);
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    const faults: string[] = [];
    const slow: FuzzedRequest[] = [];
    const statuses = new Map<number, number>();
    const cast = new Cast(service);
    const meet = async (turn: number) => {
      const operation = operations.all[turn % operations.all.length];
      if (!operation) throw new Error('a document without operations');
      const request = fuzz(new Dice(SEED, turn), operations, operation, await cast.actors());
      const answer = await exchange(service.url, agent, request);
      if (answer instanceof Error) {
        faults.push(`#${turn} ${told(request)}\n  => ${answer.message}`);
        return;
      }
      if (answer.status === 401) cast.renew();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.tookMs > SLOW_MS) slow.push(request);
      for (const fault of faultsOf(request, answer, contract))
        faults.push(
          `#${turn} ${told(request)}\n  => ${answer.status} ${answer.text.slice(0, 300)}\n  => ${fault}`,
        );
    };
    let next = 0;
    const caller = async () => {
      while (next < REQUESTS) await meet(next++);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, caller));
    process.stdout.write(`fuzz: ${JSON.stringify([...statuses].sort(([a], [b]) => a - b))}\n`);
    expect(faults.slice(0, FAULTS_SHOWN).join('\n\n'), `${faults.length} faults, FUZZ_SEED=${SEED}`).toBe('');
    // A busy machine is slow once; a request that is slow of its own accord is so each time.
    for (const request of slow) expect(await quickest(request, agent), told(request)).toBeLessThan(SLOW_MS);
    agent.destroy();
    expect(await service.api.get('/health/live')).toAnswer(200);
  },
);

async function quickest(request: FuzzedRequest, agent: Agent): Promise<number> {
  let best = Infinity;
  for (let turn = 0; turn < 3 && best > SLOW_MS; turn++) {
    const answer = await exchange(service.url, agent, request);
    if (!(answer instanceof Error)) best = Math.min(best, answer.tookMs);
  }
  return best;
}
