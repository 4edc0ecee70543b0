import { expect } from 'vitest';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import type { Answer } from '../support/api.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';

export const DAY_SECONDS = 86_400;
/** From then on an unconverted send counts as one. */
export const JUDGED_SECONDS = 121;

/** A group is judged again after so long. */
const AGAIN_SECONDS = 16;

export interface Block {
  id: number;
  rule: string;
  subject: string;
  prefix: string | null;
  mode: string;
  sends: number;
  phones: number;
  conversion_percent: number | null;
  stopped: number;
  active: boolean;
  started_at_utc: string;
  ends_at_utc: string;
  lifted_at_utc: string | null;
}

/** An account, and what it does to the guard. */
export class Guarded {
  private constructor(
    private readonly service: TestService,
    readonly account: Account,
  ) {}

  static async with(service: TestService, settings?: object): Promise<Guarded> {
    const guarded = new Guarded(service, await createAccount(service, 1_000_000));
    if (settings) await guarded.set(settings);
    return guarded;
  }

  send(phone: string, more: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const body = sendBody({ phone, ...more });
    return this.service.api.post('/api/otp/send', body, { token: this.account.key, headers });
  }

  /** Sends to each phone, which must succeed. */
  async sent(phones: readonly string[], more: object = {}): Promise<void> {
    for (const phone of phones) expect(await this.send(phone, more)).toAnswer(200);
  }

  /** A day with ten messages that convert, and then the next morning. */
  async reports(): Promise<void> {
    for (let nth = 0; nth < 10; nth++) {
      const phone = `0857${nth}${String(this.account.userId).padStart(6, '0')}`;
      const { key: token } = this.account;
      expect(await this.send(phone, { otp_code: '482913' })).toAnswer(200);
      expect(
        await this.service.api.post('/api/otp/check', { phone, otp_code: '482913' }, { token }),
      ).toAnswer(200);
    }
    this.service.clock.advance(DAY_SECONDS);
  }

  /** Judges what was sent, also where the background job judged a part of it just before. */
  judged(): Promise<void> {
    this.service.clock.advance(AGAIN_SECONDS);
    return this.sweep();
  }

  /** Stores what was counted, and judges what is due. */
  sweep(): Promise<void> {
    return this.service.app.get(Sweepers).runOnce('the guard against fraud');
  }

  async set(settings: object): Promise<void> {
    expect(
      await this.service.api.put('/api/account/fraud/settings', settings, { token: await this.token() }),
    ).toAnswer(200);
  }

  async blocks(query = ''): Promise<Block[]> {
    const answer = await this.service.api.get(`/api/account/fraud/blocks${query}`, {
      token: await this.token(),
    });
    expect(answer).toAnswer(200);
    return (answer.body.data as { items: Block[] }).items;
  }

  token(): Promise<string> {
    return userToken(this.service, this.account.userId);
  }

  async balance(): Promise<number> {
    const [row] = await this.service.database.read.query<{ balance: number }[]>(
      `SELECT balance FROM credit_balances WHERE user_id = ${this.account.userId}`,
    );
    return Number(row?.balance);
  }
}

let serial = Math.floor(Math.random() * 90_000) + 10_000;

/** `count` phones of one prefix that nobody used before, no two of one hundred. */
export function phonesOfPrefix(count: number): string[] {
  const prefix = `0813${String(++serial).padStart(5, '0')}`;
  return Array.from({ length: count }, (_, nth) => `${prefix}${String(nth).padStart(2, '0')}00`);
}

/** `count` phones in a row. */
export function phonesInARow(count: number): string[] {
  const prefix = `0814${String(++serial).padStart(5, '0')}`;
  return Array.from({ length: count }, (_, nth) => `${prefix}${String(4000 + nth)}`);
}

/** Each of another prefix. */
export const phonesApart = (count: number): string[] =>
  Array.from({ length: count }, () => `0815${String(++serial).padStart(5, '0')}1234`);
