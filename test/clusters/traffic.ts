import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../bench/figures/percentile.js';
import type { Accepted } from '../../simulator/log.js';
import type { Random } from '../../simulator/random.js';
import { ask, type ClientRequest, isFinal, isSuccess, type SendRequest } from '../faults/requests.js';
import { proveAll, proveOnce } from '../faults/verifications.js';

export interface Sender {
  userId: number;
  key: string;
}

interface TrafficOptions {
  /** Services that share a database. */
  urls: readonly string[];
  /** The first is the hot one. */
  senders: readonly Sender[];
  random: Random;
  /** The gateway's log. */
  accepted: () => readonly Readonly<Accepted>[];
  /** Clients that begin so many requests a second, whatever becomes of the others; some that wait for theirs unless given. */
  perSecond?: number;
}

const CLIENTS = 9;
const PAUSE_MAX_MS = 20;
/** A service that is away does not get more at once. */
const UNDER_WAY_MAX = 200;
/** Of a hundred requests. */
const SHARE = { verification: 20, hot: 60, keyed: 60, twiceAtOnce: 10 };
const TRIES_MAX = 3;

/** Clients that send and prove phones through whichever service comes, and take a request with a key to another one when it fails. */
export class ClusterTraffic {
  readonly requests: ClientRequest[] = [];
  /** Of each request's first attempt, by its place in {@link requests}. */
  private readonly durationsMs: number[] = [];
  /** When sends succeeded, by `performance.now()`. */
  private readonly successesMs: number[] = [];
  private serial = 0;
  private readonly run: string;

  constructor(private readonly options: TrafficOptions) {
    this.run = String(Math.floor(options.random() * 1e4)).padStart(4, '0');
  }

  /** Sends until `isOver`. */
  flow(isOver: () => boolean): Promise<void> {
    const { perSecond } = this.options;
    return perSecond === undefined ? this.clients(isOver) : this.pace(1000 / perSecond, isOver);
  }

  /** When the first send succeeded that did so after that moment. */
  firstSuccessAfter(momentMs: number): number | undefined {
    return this.successesMs.find((atMs) => atMs > momentMs);
  }

  /** The longest time without a successful send, from the last one before it. */
  longestPauseMs(): number {
    return Math.max(0, ...this.successesMs.map((atMs, i) => atMs - (this.successesMs[i - 1] ?? atMs)));
  }

  private async clients(isOver: () => boolean): Promise<void> {
    const client = async () => {
      while (!isOver()) {
        await this.one();
        await sleep(Math.floor(this.options.random() * PAUSE_MAX_MS));
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }

  private async pace(intervalMs: number, isOver: () => boolean): Promise<void> {
    const underWay = new Set<Promise<unknown>>();
    const startedMs = performance.now();
    for (let turn = 1; !isOver(); turn++) {
      if (underWay.size < UNDER_WAY_MAX) {
        const one = this.one().finally(() => underWay.delete(one));
        underWay.add(one);
      }
      await sleep(Math.max(0, startedMs + turn * intervalMs - performance.now()));
    }
    await Promise.all(underWay);
  }

  /** Repeats keyed requests that have no final answer yet; returns how many still have none. */
  async insist(): Promise<number> {
    const open = this.requests.filter(({ key, answers }) => key !== null && !answers.some(isFinal));
    const queue = open.values();
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        for (const request of queue) await this.attempt(request);
      }),
    );
    return open.filter(({ answers }) => !answers.some(isFinal)).length;
  }

  /** Repeats the latest keyed requests, each at any service: the answer is the first one's, byte for byte. */
  async replay(limit: number): Promise<void> {
    const keyed = this.requests.filter(({ key, answers }) => key !== null && answers.some(isFinal));
    for (const request of keyed.slice(-limit)) await this.attempt(request);
  }

  /** Figures of the time before the kill, of the outage, and of the time after it. */
  describe({ calm, joined }: { calm: number; joined: number }): string {
    const parts = { before: [0, calm], outage: [calm, joined], after: [joined, this.requests.length] };
    return Object.entries(parts)
      .map(([name, [from, to]]) => `${name}: ${this.describePart(from, to)}`)
      .join('\n');
  }

  private describePart(from: number | undefined, to: number | undefined): string {
    const durationsMs = this.durationsMs.slice(from, to).sort((a, b) => a - b);
    const answers: Record<string, number> = {};
    const count = (name: string, by = 1) => (answers[name] = (answers[name] ?? 0) + by);
    for (const request of this.requests.slice(from, to)) {
      for (const { status, text } of request.answers) count(`${status} ${codeOf(text)}`.trim());
      if (request.lost > 0) count('none', request.lost);
    }
    const [p50, p99] = [percentile(durationsMs, 0.5), percentile(durationsMs, 0.99)].map(Math.round);
    return `${durationsMs.length} requests, p50 ${p50} ms, p99 ${p99} ms, answers ${JSON.stringify(answers)}`;
  }

  /** Shows every code that is good still, so that none is lost; for the end. */
  async proveAll(): Promise<void> {
    for (const sender of this.options.senders) {
      const own = this.requests.filter(({ userId }) => userId === sender.userId);
      const headers = { authorization: `Bearer ${sender.key}` };
      await proveAll(this.deskOf(sender), own, async (id) => {
        const answer = await fetch(`${this.service()}/api/otp/verifications/${id}`, { headers });
        return ((await answer.json()) as { data: { status: string; reference: string } }).data;
      });
    }
  }

  private one(): Promise<void> {
    const sender = this.chance(SHARE.hot)
      ? first(this.options.senders)
      : pick(this.options.senders, this.options.random);
    if (this.chance(SHARE.verification)) return proveOnce(this.deskOf(sender), `62${this.newLocal()}`);
    return this.ask(this.send(sender));
  }

  private deskOf({ userId, key: token }: Sender) {
    const { random, accepted } = this.options;
    return {
      random,
      accepted: accepted(),
      asked: (path: string, body: object) => {
        this.serial += 1;
        return this.asked(userId, token, path, body);
      },
      ask: (request: ClientRequest) => this.ask(request),
    };
  }

  private async ask(request: ClientRequest): Promise<void> {
    const place = this.requests.push(request) - 1;
    const startedMs = performance.now();
    // A double click that a balancer spreads over two nodes.
    if (request.key !== null && this.chance(SHARE.twiceAtOnce))
      await Promise.all([this.attempt(request), this.attempt(request)]);
    else await this.attempt(request);
    this.durationsMs[place] = performance.now() - startedMs;
    for (let tries = 1; request.key !== null && tries < TRIES_MAX && !request.answers.some(isFinal); tries++)
      await this.attempt(request);
  }

  private async attempt(request: ClientRequest): Promise<void> {
    const isAnswered = await ask(this.service(), request);
    const answer = request.answers.at(-1);
    if (isAnswered && request.kind === 'send' && answer && isSuccess(answer.status) && !answer.replayed)
      this.successesMs.push(performance.now());
  }

  private newLocal = () => `8${this.run}${String(++this.serial).padStart(6, '0')}`;

  private send({ userId, key: token }: Sender): SendRequest {
    const local = this.newLocal();
    const body = { phone: `0${local}`, otp_code: '482910', company_name: 'Toko Uji' };
    const asked = this.asked(userId, token, '/api/otp/send', body);
    return { kind: 'send', phone: `62${local}`, isVerification: false, ...asked };
  }

  private asked(userId: number, token: string, path: string, body: object) {
    const key = this.chance(SHARE.keyed) ? `key-${this.run}-${this.serial}` : null;
    return { userId, path, token, body: JSON.stringify(body), key, answers: [], lost: 0 };
  }

  private service = () => pick(this.options.urls, this.options.random);

  private chance(percent: number): boolean {
    return this.options.random() * 100 < percent;
  }
}

function pick<T>(from: readonly T[], random: Random): T {
  const item = from[Math.floor(random() * from.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

function first<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined) throw new Error('there is none');
  return item;
}

const codeOf = (text: string): string => (JSON.parse(text) as { code?: string }).code ?? '';
