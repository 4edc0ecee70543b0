import { randomBytes, randomInt } from 'node:crypto';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { CreditBalance, CreditEntry } from '../../src/credit/credit.entities.js';
import type { UserActor } from '../../src/operations/audit/index.js';
import { randomId } from '../../src/platform/ids/random.js';
import { User, UsersService } from '../../src/users/index.js';
import { WebhookEndpoint } from '../../src/webhook/webhook.entities.js';
import type { TestApp } from './app.js';

let serial = 0;

export interface Account {
  userId: number;
  username: string;
  /** A live API key. */
  key: string;
}

/** What acts in a user's name where no request does. */
export const actorOf = (userId: number): UserActor => ({
  kind: 'user',
  userId,
  memberId: userId,
  requestId: randomId(),
  address: '127.0.0.1',
  userAgent: null,
});

/** Nobody has it. Without a digit: some numbers look like a phone, and are no names then. */
export const newName = (kind: string): string =>
  `${kind}-${Array.from(randomBytes(12), (byte) => String.fromCharCode(97 + (byte % 26))).join('')}`;

/** An account with exactly `credit`, a verified address and a live key. */
export async function createAccount(test: TestApp, credit = 10_000): Promise<Account> {
  const username = newName('akun');
  const user = await test.app.get(UsersService).create({
    username,
    email: `${username}@example.test`,
    name: 'Akun Uji',
    passwordHash: null,
  });
  await test.database.tx((tx) => tx.update(User, { id: user.id }, { emailVerifiedAt: test.clock.now() }));
  await setCredit(test, user.id, credit);
  const { key } = await test.app.get(ApiKeysService).create(user.id, { name: 'uji', mode: 'live' });
  return { userId: user.id, username, key };
}

/** Brings a balance to an exact figure by a ledger entry. */
async function setCredit(test: TestApp, userId: number, credit: number): Promise<void> {
  await test.database.tx(async (tx) => {
    const { balance } = await tx.findOneByOrFail(CreditBalance, { userId });
    if (balance === credit) return;
    const amount = credit - balance;
    const kind = amount > 0 ? 'topup' : 'adjustment';
    await tx.insert(CreditEntry, { userId, amount, balanceAfter: credit, kind, createdAt: test.clock.now() });
    await tx.update(CreditBalance, { userId }, { balance: credit, entryCount: () => 'entry_count + 1' });
  });
}

/** A webhook that wants no event yet: from now on what happens to the account is noted, and nobody is called. */
export async function addWebhook(test: TestApp, userId: number): Promise<void> {
  await test.database.tx((tx) =>
    tx.insert(WebhookEndpoint, {
      userId,
      url: 'http://127.0.0.1:9/',
      events: [],
      secret: '',
      active: true,
      createdAt: test.clock.now(),
      owedFrom: test.clock.now(),
    }),
  );
}

/** A phone nobody used before in this run. */
export function newPhone(): string {
  return `08${randomInt(1e9, 9.9e9)}${String(++serial % 10)}`;
}

export function sendBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return { phone: newPhone(), otp_code: String(randomInt(1e5, 1e6)), company_name: 'Toko Uji', ...overrides };
}
