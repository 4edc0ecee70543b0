import fc from 'fast-check';
import { expect } from 'vitest';
import { type Model, NOTICE_SECONDS } from './model.js';
import type { ModelCommand } from './send-commands.js';
import type { Run } from './world.js';

/** An administrator moves credit; the second click of the same request moves nothing. */
class MoveCredit implements ModelCommand {
  private static serial = 0;

  constructor(
    private readonly amount: number,
    private readonly clicks: number,
  ) {}

  check = () => true;

  async run(model: Model, run: Run): Promise<void> {
    const token = await run.adminToken();
    const headers = { 'idempotency-key': `saldo-${++MoveCredit.serial}` };
    const path = `/api/admin/users/${run.account.userId}/credit`;
    const click = () => run.service.api.post(path, { amount: this.amount, note: 'uji' }, { token, headers });
    const answers = [];
    for (let i = 0; i < this.clicks; i++) answers.push(await click());
    const isAllowed = model.balance + this.amount >= 0;
    if (isAllowed) model.balance += this.amount;
    for (const answer of answers) {
      if (!isAllowed) expect(answer).toAnswer(409, 'balance_negative');
      else expect(answer.body.data).toMatchObject({ credit_balance: model.balance });
    }
  }

  toString = () => `credit(${this.amount}, ${this.clicks} clicks)`;
}

/** An administrator sets the account's price, from as soon as possible on. */
class SetPrice implements ModelCommand {
  constructor(private readonly price: number) {}

  /** One for each moment. */
  check = ({ now, prices }: Readonly<Model>) => !prices.some(({ from }) => from === now + NOTICE_SECONDS);

  async run(model: Model, run: Run): Promise<void> {
    const { price } = this;
    const path = `/api/admin/users/${run.account.userId}/prices`;
    const body = { channel: 'whatsapp', price };
    expect(await run.service.api.post(path, body, { token: await run.adminToken() })).toAnswer(200);
    model.prices.push({ from: model.now + NOTICE_SECONDS, price });
  }

  toString = () => `price(${this.price})`;
}

class Revoke implements ModelCommand {
  constructor(private readonly apiKey: number) {}

  check = ({ apiKeys }: Readonly<Model>) => apiKeys[this.apiKey] === true;

  async run(model: Model, run: Run): Promise<void> {
    const token = await run.userToken();
    const list = await run.service.api.get('/api/account/api-keys', { token });
    const secret = run.apiKeys[this.apiKey] ?? '';
    const found = (list.body.data as { id: number; last4: string }[]).find(({ last4 }) =>
      secret.endsWith(last4),
    );
    const answer = await run.service.api.delete(`/api/account/api-keys/${found?.id}`, { token });
    expect(answer).toAnswer(200);
    model.apiKeys[this.apiKey] = false;
  }

  toString = () => `revoke(${this.apiKey})`;
}

class NewApiKey implements ModelCommand {
  check = ({ apiKeys }: Readonly<Model>) => apiKeys.length < 4;

  async run(model: Model, run: Run): Promise<void> {
    await run.newApiKey();
    model.apiKeys.push(true);
  }

  toString = () => 'newApiKey';
}

export const accountCommands: fc.WeightedArbitrary<ModelCommand>[] = [
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(200, 400, 150, -200, -350, -5000), fc.constantFrom(1, 2))
      .map(([amount, clicks]) => new MoveCredit(amount, clicks)),
  },
  { weight: 1, arbitrary: fc.constantFrom(0, 150, 350).map((price) => new SetPrice(price)) },
  { weight: 1, arbitrary: fc.constantFrom(0, 0, 1).map((apiKey) => new Revoke(apiKey)) },
  { weight: 2, arbitrary: fc.constant(null).map(() => new NewApiKey()) },
];
