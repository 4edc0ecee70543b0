import { setTimeout as sleep } from 'node:timers/promises';
import type { Accepted } from '../../simulator/log.js';
import type { Random } from '../../simulator/random.js';
import { ask, type ClientRequest, isFinal, type SendRequest } from '../faults/requests.js';
import { proveAll, proveOnce } from '../faults/verifications.js';
import { percentile } from './figures.js';

export interface Sender {
  userId: number;
  key: string;
}

interface TrafficOptions {
  /** Services, each on a node of its own. */
  urls: readonly string[];
  /** The first is the hot one. */
  senders: readonly Sender[];
  random: Random;
  /** The gateway's log. */
  accepted: () => readonly Readonly<Accepted>[];
}

const CLIENTS = 9;
const PAUSE_MAX_MS = 20;
/** Of a hundred requests. */
const SHARE = { verification: 20, hot: 60, keyed: 60, twiceAtOnce: 10 };
const TRIES_MAX = 3;

/** Clients that send and prove phones through whichever service comes, and take a request with a key to another one when it fails. */
export class ClusterTraffic {
  readonly requests: ClientRequest[] = [];
  /** Of each request's first attempt, by its place in {@link requests}. */
  private readonly durationsMs: number[] = [];
  private serial = 0;
  private readonly run: string;

  constructor(private readonly options: TrafficOptions) {
    this.run = String(Math.floor(options.random() * 1e4)).padStart(4, '0');
  }

  /** Sends until `isOver`. */
  async flow(isOver: () => boolean): Promise<void> {
    const client = async () => {
      while (!isOver()) {
        await this.one();
        await sleep(Math.floor(this.options.random() * PAUSE_MAX_MS));
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }

  /** Repeats keyed requests that have no final answer yet; returns how many still have none. */
  async insist(): Promise<number> {
    const open = this.requests.filter(({ key, answers }) => key !== null && !answers.some(isFinal));
    for (const request of open) await ask(this.service(), request);
    return open.filter(({ answers }) => !answers.some(isFinal)).length;
  }

  /** Repeats the latest keyed requests, each at any service: the answer is the first one's, byte for byte. */
  async replay(limit: number): Promise<void> {
    const keyed = this.requests.filter(({ key, answers }) => key !== null && answers.some(isFinal));
    for (const request of keyed.slice(-limit)) await ask(this.service(), request);
  }

  /** Figures of the time before the kill, of the outage, and of the time after it. */
  describe({ calm, joined }: { calm: number; joined: number }): string {
    const parts = { before: [0, calm], outage: [calm, joined], after: [joined, this.requests.length] };
    return Object.entries(parts)
      .map(([name, [from, to]]) => `${name}: ${this.describePart(from, to)}`)
      .join('\n');
  }

  private describePart(from: number | undefined, to: number | undefined): string {
    const durationsMs = this.durationsMs.slice(from, to);
    const answers: Record<string, number> = {};
    const count = (name: string, by = 1) => (answers[name] = (answers[name] ?? 0) + by);
    for (const request of this.requests.slice(from, to)) {
      for (const { status, text } of request.answers) count(`${status} ${codeOf(text)}`.trim());
      if (request.lost > 0) count('none', request.lost);
    }
    const [p50, p99] = [percentile(durationsMs, 50), percentile(durationsMs, 99)];
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
      await Promise.all([ask(this.service(), request), ask(this.service(), request)]);
    else await ask(this.service(), request);
    this.durationsMs[place] = performance.now() - startedMs;
    for (let tries = 1; request.key !== null && tries < TRIES_MAX && !request.answers.some(isFinal); tries++)
      await ask(this.service(), request);
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
