import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Behaviours, type Script } from './behaviours.js';
import { type CallbackOutcome, CallbackSender } from './callbacks.js';
import { Timers } from './clock.js';
import { newCounters, type RequestCounters, type SimulatorContext } from './context.js';
import { inboundCallback } from './inbound.js';
import { type Accepted, MessageLog, type MessageStatus } from './log.js';
import { handle } from './routes.js';
import type { Switches, SwitchesPatch } from './switches.js';
import { Tasks } from './tasks.js';
import { Timelines } from './timeline.js';

export type { Script } from './behaviours.js';
export type { CallbackBody, CallbackOutcome } from './callbacks.js';
export type { RequestCounters } from './context.js';
export type { Accepted, MessageStatus, Send } from './log.js';
export { SwitchError, type Switches, type SwitchesPatch } from './switches.js';

/** The token of a simulator that was given none. */
export const DEFAULT_TOKEN = 'simulator-token';

/** The number of a simulator that was given none. */
export const DEFAULT_NUMBER = '6281100000001';

/** All optional. */
export interface SimulatorOptions {
  /** 0, the default, takes a free one */
  port?: number;
  /** default 127.0.0.1 */
  host?: string;
  /** what the service sends as `Authorization: Bearer`; default `simulator-token` */
  token?: string;
  /** its own phone, digits, as `GET /status` tells it; null: it does not; default 6281100000001 */
  number?: string | null;
  /** where callbacks go, http or https; without it there are none */
  callbackUrl?: string | null;
  /** signs callbacks; base64 after `whsec_`, else the characters themselves */
  callbackSecret?: string | null;
  /** HTTP attempts for one callback, default 6 */
  callbackAttempts?: number;
  /** wait before the second attempt, doubled before each next one, default 250 */
  callbackRetryMs?: number;
  /** for one attempt, default 10 000 */
  callbackTimeoutMs?: number;
  /** messages remembered at most, and under way at most, default 100 000 */
  maxMessages?: number;
  /** of the random refusals, default 1 */
  seed?: number;
  /** how it behaves at first */
  switches?: SwitchesPatch;
  /** is given each message as a phone would show it; default: nothing is shown */
  print?: (text: string) => void;
}

/** A running native gateway. It holds phones and codes in memory, and nowhere else. */
export interface Simulator {
  /** base address without a slash at its end, e.g. `http://127.0.0.1:3900` */
  readonly url: string;
  readonly token: string;
  /** the messages taken and still remembered, oldest first: a new array each time, of live messages */
  readonly accepted: readonly Readonly<Accepted>[];
  readonly requests: Readonly<RequestCounters>;
  readonly switches: Readonly<Switches>;
  /** The message taken under a reference. */
  find(reference: string): Readonly<Accepted> | undefined;
  /** Sets some of the standing switches. @throws SwitchError */
  behave(patch: SwitchesPatch): void;
  /**
   * Sets how single sends are treated, over the standing switches: a list is queued for the next sends, one each;
   * a function decides each send that no queued behaviour takes; null forgets both. Repeats of a reference count.
   *
   * @throws SwitchError when a behaviour of the list is wrong
   */
  script(next: readonly SwitchesPatch[] | Script | null): void;
  /**
   * Points callbacks elsewhere: a service under test has its address only once it listens.
   *
   * @param url null ends callbacks
   * @param secret undefined keeps the present one, null ends signing
   * @throws Error when either is malformed
   */
  callbackTo(url: string | null, secret?: string | null): void;
  /**
   * Sends one callback now, with the usual retries. For an id that the simulator did not give out it carries
   * no reference.
   *
   * @throws Error when there is no callback URL
   */
  callback(id: string, status: MessageStatus, error?: string | null): Promise<CallbackOutcome>;
  /**
   * Plays a user who sends a text to the number: one callback now, with the usual retries.
   *
   * @param from digits; null hides the phone
   * @throws Error when there is no callback URL
   */
  receive(from: string | null, text: string): Promise<CallbackOutcome>;
  /** Resolves once no request, callback or timer is under way. */
  drain(): Promise<void>;
  /** Ends everything, open connections and waiting callbacks too. May be called twice. */
  close(): Promise<void>;
}

/**
 * Starts a native gateway; resolves once it listens.
 *
 * @throws SwitchError on wrong switches, Error on a malformed callback URL or secret, or when the port is taken
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const room = createSimulatorContext(options);
  const server = createServer({ requestTimeout: 10_000, keepAliveTimeout: 65_000 }, (request, response) =>
    room.tasks.track(handle(room, request, response)),
  );
  server.maxConnections = 4096;
  const url = await listen(server, options.port ?? 0, options.host ?? '127.0.0.1');
  let closing: Promise<void> | null = null;
  return {
    url,
    token: room.token,
    requests: room.requests,
    get accepted() {
      return room.log.all();
    },
    get switches() {
      return room.behaviours.switches;
    },
    find: (reference) => room.log.byReference(reference),
    behave: (patch) => room.behaviours.behave(patch),
    script: (next) => room.behaviours.script(next),
    callbackTo: (target, secret) => room.callbacks.aim(target, secret),
    callback: (id, status, error = null) => callbackByHand(room, id, status, error),
    receive: (from, text) => receiveText(room, from, text),
    drain: () => room.tasks.idle(),
    close: () => (closing ??= close(room, server)),
  };
}

function createSimulatorContext(options: SimulatorOptions): SimulatorContext {
  const timers = new Timers();
  const tasks = new Tasks();
  const requests = newCounters();
  const behaviours = new Behaviours(options.seed ?? 1);
  behaviours.behave(options.switches ?? {});
  const limits = {
    attempts: options.callbackAttempts ?? 6,
    retryMs: options.callbackRetryMs ?? 250,
    timeoutMs: options.callbackTimeoutMs ?? 10_000,
  };
  const callbacks = new CallbackSender(timers, limits, requests);
  callbacks.aim(options.callbackUrl ?? null, options.callbackSecret ?? null);
  const maxMessages = options.maxMessages ?? 100_000;
  const print = options.print ?? (() => undefined);
  return {
    token: options.token ?? DEFAULT_TOKEN,
    number: options.number === undefined ? DEFAULT_NUMBER : options.number,
    maxMessages,
    timers,
    tasks,
    log: new MessageLog(maxMessages),
    behaviours,
    callbacks,
    timelines: new Timelines(timers, tasks, callbacks, print),
    requests,
    print,
  };
}

async function callbackByHand(
  room: SimulatorContext,
  id: string,
  status: MessageStatus,
  error: string | null,
): Promise<CallbackOutcome> {
  const sent = room.timelines.byHand(id, room.log.byId(id), status, error);
  room.tasks.track(sent);
  const outcome = await sent;
  if (!outcome) throw new Error('there is no callback URL: start with callbackUrl, or call callbackTo()');
  return outcome;
}

async function receiveText(
  room: SimulatorContext,
  from: string | null,
  text: string,
): Promise<CallbackOutcome> {
  const sent = inboundCallback(room, from, text);
  if (!sent) throw new Error('there is no callback URL: start with callbackUrl, or call callbackTo()');
  room.tasks.track(sent.outcome);
  return sent.outcome;
}

function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(addressOf(server.address(), host));
    });
  });
}

function addressOf(address: AddressInfo | string | null, host: string): string {
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  // The unspecified address is one to listen on, not one to call.
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function close(room: SimulatorContext, server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Connections first: callers of stopped timers must not answer any more.
  server.closeAllConnections();
  room.timers.stop();
  room.callbacks.close();
  await Promise.all([closed, room.tasks.idle()]);
}
