import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach } from 'vitest';
import {
  type CallbackBody,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '../../simulator/gateway.js';

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** A callback as it arrived. */
export interface Received {
  headers: IncomingHttpHeaders;
  raw: string;
  body: CallbackBody;
  /** milliseconds of the process clock */
  at: number;
}

/** Stands where the service would be and keeps the callbacks it is sent. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Answers the next callbacks with these statuses, then 200 again. */
  answerNext(...statuses: number[]): void;
  close(): Promise<void>;
}

async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    let raw = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (raw += part));
    request.on('end', () => {
      received.push({
        headers: request.headers,
        raw,
        body: JSON.parse(raw) as CallbackBody,
        at: performance.now(),
      });
      response.writeHead(answers.shift() ?? 200).end('{"success":true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/webhook/gateway`,
    received,
    answerNext: (...statuses) => answers.push(...statuses),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const statuses = (receiver: Receiver): string[] =>
  receiver.received.map(({ body }) => body.payload.status);

/** One request with the token; fails the test rather than hang. */
export function ask(simulator: Simulator, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(simulator.url + path, {
    signal: AbortSignal.timeout(5_000),
    ...init,
    headers: { authorization: `Bearer ${simulator.token}`, ...init.headers },
  });
}

export function send(simulator: Simulator, reference: string, body: object = {}): Promise<Response> {
  return ask(simulator, '/messages', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': reference },
    body: JSON.stringify({ to: '6281234567890', text: 'Kode OTP Toko: 482910', reference, ...body }),
  });
}

/** The id of a send that is expected to be taken. */
export async function sendTaken(simulator: Simulator, reference: string): Promise<string> {
  const answer = await send(simulator, reference);
  if (answer.status !== 202) throw new Error(`not taken: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

/** What each test finds: a receiver, and a simulator that calls it back. */
export interface World {
  readonly receiver: Receiver;
  readonly simulator: Simulator;
  /** Puts a simulator with these options in the place of the present one. */
  start(options?: SimulatorOptions): Promise<void>;
}

/** Starts both before each test of the file, and ends them after it. */
export function useSimulator(): World {
  const running: { receiver?: Receiver; simulator?: Simulator } = {};
  const world: World = {
    get receiver() {
      if (!running.receiver) throw new Error('outside a test');
      return running.receiver;
    },
    get simulator() {
      if (!running.simulator) throw new Error('outside a test');
      return running.simulator;
    },
    start: async (options) => {
      await running.simulator?.close();
      const callbackUrl = world.receiver.url;
      running.simulator = await startSimulator({
        callbackUrl,
        callbackRetryMs: 5,
        callbackAttempts: 3,
        ...options,
      });
    },
  };
  beforeEach(async () => {
    running.receiver = await startReceiver();
    await world.start();
  });
  afterEach(async () => {
    await running.simulator?.close();
    await running.receiver?.close();
  });
  return world;
}
