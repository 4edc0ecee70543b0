import { setTimeout as sleep } from 'node:timers/promises';
import type { Accepted } from '../../simulator/gateway.js';
import type { Random } from '../../simulator/random.js';
import { ask, type ClientRequest, isFinal, type SendRequest, type TopUpRequest } from './requests.js';
import { inviteOnce, proveAll, proveOnce } from './verifications.js';

export interface Account {
  userId: number;
  key: string;
}

export interface TrafficOptions {
  url: string;
  adminToken: string;
  accounts: readonly Account[];
  random: Random;
  /** The gateway's log. */
  accepted: () => readonly Readonly<Accepted>[];
}

const CLIENTS = 6;
const PAUSE_MAX_MS = 15;
/** Of a hundred requests. */
const SHARE = { topUp: 10, verification: 12, keyed: 55, twiceAtOnce: 10 };
const AMOUNT_STEP = 200;
const AMOUNT_STEPS_MAX = 8;

/** Clients that send codes, prove phones and top accounts up, a bounded number of times, and remember every answer. */
export class Traffic {
  readonly requests: ClientRequest[] = [];
  /** Whether nothing is asked but verifications. */
  onlyVerifications = false;
  /** Whether nothing is asked but texts of users. */
  onlyInbound = false;
  private serial = 0;
  /** Keeps one run's phones and keys apart from another's. */
  private readonly run: string;

  constructor(private readonly options: TrafficOptions) {
    this.run = String(Math.floor(options.random() * 1e4)).padStart(4, '0');
  }

  /** `count` requests, by several clients at once; they stop early when `isUp` says that nobody is there. */
  async flow(count: number, isUp: () => boolean, clients = CLIENTS): Promise<void> {
    let left = count;
    const client = async () => {
      while (left > 0 && isUp()) {
        left -= 1;
        await this.one();
        await sleep(Math.floor(this.options.random() * PAUSE_MAX_MS));
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
  }

  /** Repeats, with its key, every keyed request that has no final answer; returns how many still have none. */
  async insist(): Promise<number> {
    const open = this.requests.filter(({ key, answers }) => key !== null && !answers.some(isFinal));
    await this.repeat(open);
    return open.filter(({ answers }) => !answers.some(isFinal)).length;
  }

  /** Repeats keyed requests that were answered, the latest `limit` of them. */
  async replay(limit: number): Promise<void> {
    const answered = this.requests.filter(({ key, answers }) => key !== null && answers.some(isFinal));
    await this.repeat(answered.slice(-limit));
  }

  private async repeat(requests: ClientRequest[]): Promise<void> {
    const queue = [...requests];
    const client = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await ask(this.options.url, next);
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }

  /** Shows every code that is good still, so that none is lost; for the end. */
  async proveAll(): Promise<void> {
    const { url, accounts } = this.options;
    const stands = async (id: string, token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${url}/api/otp/verifications/${id}`, { headers });
      return ((await answer.json()) as { data: { status: string; reference: string } }).data;
    };
    for (const account of accounts) {
      const own = this.requests.filter(({ userId }) => userId === account.userId);
      await proveAll(this.deskOf(account), own, (id) => stands(id, account.key));
    }
  }

  private async one(): Promise<void> {
    if (this.onlyInbound) return inviteOnce(this.deskOf(this.account()), `62${this.newLocal()}`);
    if (this.onlyVerifications || this.chance(SHARE.verification))
      return proveOnce(this.deskOf(this.account()), `62${this.newLocal()}`);
    await this.ask(this.chance(SHARE.topUp) ? this.topUp() : this.send());
  }

  private async ask(request: ClientRequest): Promise<void> {
    this.requests.push(request);
    const { url } = this.options;
    // A double click: the same request twice at once, under the same key.
    const twice = request.key !== null && this.chance(SHARE.twiceAtOnce);
    await Promise.all([ask(url, request), twice && ask(url, request)]);
  }

  private deskOf({ userId, key }: Account) {
    const { random, accepted } = this.options;
    return {
      random,
      accepted: accepted(),
      asked: (path: string, body: object) => {
        this.serial += 1;
        return this.asked(userId, path, key, body);
      },
      ask: (request: ClientRequest) => this.ask(request),
    };
  }

  private newLocal(): string {
    return `8${this.run}${String(++this.serial).padStart(6, '0')}`;
  }

  private send(): SendRequest {
    const { userId, key: token } = this.account();
    const local = this.newLocal();
    const body = { phone: `0${local}`, otp_code: this.digits(6), company_name: 'Toko Uji' };
    const asked = this.asked(userId, '/api/otp/send', token, body);
    return { kind: 'send', phone: `62${local}`, isVerification: false, ...asked };
  }

  private topUp(): TopUpRequest {
    const { userId } = this.account();
    const amount = AMOUNT_STEP * (1 + Math.floor(this.options.random() * AMOUNT_STEPS_MAX));
    const note = `uji ${this.run} ${++this.serial}`;
    const path = `/api/admin/users/${userId}/credit`;
    const asked = this.asked(userId, path, this.options.adminToken, { amount, note });
    return { kind: 'topup', amount, note, ...asked };
  }

  private asked(userId: number, path: string, token: string, body: object) {
    const key = this.chance(SHARE.keyed) ? `key-${this.run}-${this.serial}` : null;
    return { userId, path, token, body: JSON.stringify(body), key, answers: [], lost: 0 };
  }

  private account(): Account {
    const { accounts, random } = this.options;
    const account = accounts[Math.floor(random() * accounts.length)];
    if (!account) throw new Error('no account');
    return account;
  }

  private digits(count: number): string {
    return Array.from({ length: count }, () => Math.floor(this.options.random() * 10)).join('');
  }

  private chance(percent: number): boolean {
    return this.options.random() * 100 < percent;
  }
}
