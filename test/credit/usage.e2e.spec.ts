import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UsageRollup } from '../../src/credit/usage/usage-rollup.js';
import { Message } from '../../src/otp/message.entities.js';
import { Retention } from '../../src/otp/retention.js';
import { InboundVerification } from '../../src/otp/verifications/verification.entities.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { Calendar } from '../../src/platform/time/calendar.js';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { seedMonth } from './statements.js';

const DAY_SECONDS = 86_400;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { MESSAGE_RETENTION_DAYS: '30', RECOVERY_SECONDS: '3600' } });
});
afterAll(() => service.close());
beforeEach(() => {
  service.clock.reset();
  service.clock.toMorning();
});
keepBooks(() => service);

interface Usage {
  from: string;
  to: string;
  group_by: string[];
  messages: number;
  charges: number;
  refunds: number;
  net: number;
  complete: boolean;
  items: {
    brand: string | null;
    api_key: string | null;
    channel: string | null;
    month: string | null;
    messages: number;
    net: number;
  }[];
}

const get = async (userId: number, query = '') =>
  service.api.get(`/api/account/usage${query}`, { token: await userToken(service, userId) });

async function usage(userId: number, query = ''): Promise<Usage> {
  const answer = await get(userId, query);
  expect(answer, query).toAnswer(200);
  return answer.body.data;
}

const today = () => service.app.get(Calendar).day(service.clock.now());
const send = ({ key: token }: Account) => service.api.post('/api/otp/send', sendBody(), { token });

describe('the usage', () => {
  it('is by brand, key, channel and month, as the ledger says, at once', async () => {
    const { userId } = (await seedMonth(service)).account;
    const net = 4 * 200 + 450 + 150 - 200 - 200;
    const month = today().slice(0, 7);
    const all = await usage(userId);
    expect(all).toMatchObject({
      ...{ from: `${month}-01`, to: today(), group_by: ['month'], complete: true },
      ...{ messages: 5, charges: net + 200, refunds: 200, net },
      items: [{ month, brand: null, channel: null, messages: 5, net }],
    });
    const nets = async (group: 'brand' | 'channel' | 'api_key', query: string = group) =>
      (await usage(userId, `?group_by=${query}`)).items.map((item) => [
        item[group]?.replace(/ \(….{4}\)$/, ''),
        item.net,
      ]);
    expect(await nets('brand')).toEqual([
      ['Toko Uji', 550],
      ['Apotek <Uji>', 450],
    ]);
    expect(await nets('channel')).toEqual([
      ['whatsapp', 850],
      ['inbound', 150],
    ]);
    expect(await nets('api_key', 'key')).toEqual([
      ['uji', 550],
      ['gudang', 450],
    ]);
    const both = await usage(userId, '?group_by=channel,month,brand');
    expect(both.group_by).toEqual(['brand', 'channel', 'month']);
    expect(both.items.map(({ brand, channel, month: of, net: sum }) => [brand, channel, of, sum])).toEqual([
      ['Toko Uji', 'whatsapp', month, 400],
      ['Apotek <Uji>', 'whatsapp', month, 450],
      ['Toko Uji', 'inbound', month, 150],
    ]);
  });

  it('counts local days, from and to inclusive, and a refund on its own day', async () => {
    const account = await createAccount(service);
    const first = today();
    expect(await send(account)).toAnswer(200);
    service.clock.advance(DAY_SECONDS);
    const second = today();
    expect(await send(account)).toAnswer(200);
    service.clock.advance(DAY_SECONDS);
    const third = today();
    const messages = async (query: string) => (await usage(account.userId, query)).messages;
    expect(await messages(`?from=${first}&to=${first}`)).toBe(1);
    expect(await messages(`?from=${first}&to=${second}`)).toBe(2);
    expect(await messages(`?from=${second}`)).toBe(1);
    expect(await messages(`?from=${third}`)).toBe(0);
    expect(await messages(`?from=${second}&to=${first}`)).toBe(0);
    expect(await messages('?from=0000-01-01&to=9999-12-31')).toBe(2);
  });

  it('stays when messages and inbound verifications are purged', async () => {
    const { userId } = (await seedMonth(service)).account;
    const seen = `?from=${today()}&to=${today()}&group_by=brand,key,channel,month`;
    service.clock.advance(32 * DAY_SECONDS);
    await service.app.get(Sweepers).runOnce('inbound verifications that expire');
    service.clock.advance(32 * DAY_SECONDS);
    await expect
      .poll(async () => {
        await service.app.get(Retention).purgeExpired();
        return service.database.read.countBy(Message, { userId });
      })
      .toBe(0);
    await service.app.get(Sweepers).runOnce('the purge of inbound verifications');
    expect(await service.database.read.countBy(InboundVerification, { userId })).toBe(0);
    const { items } = await usage(userId, seen);
    expect(items.map(({ brand, api_key: key, channel }) => [brand, key?.split(' ')[0], channel])).toEqual([
      ['Toko Uji', 'uji', 'whatsapp'],
      ['Apotek <Uji>', 'gudang', 'whatsapp'],
      ['Toko Uji', 'uji', 'inbound'],
    ]);
  });

  it('counts each line once, however many add it up at once', async () => {
    const account = await createAccount(service);
    for (let sent = 0; sent < 3; sent++) expect(await send(account)).toAnswer(200);
    const rollup = service.app.get(UsageRollup);
    await Promise.all(
      Array.from({ length: 5 }, (_, nth) =>
        nth === 0 ? rollup.catchUpAll() : rollup.catchUp(account.userId),
      ),
    );
    expect(await usage(account.userId)).toMatchObject({ messages: 3, charges: 600 });
  });

  it.each(['group_by=phone', 'group_by=', 'group_by=brand;key', 'from=2026-02-30', 'to=kemarin'])(
    'refuses %s',
    async (query) => {
      const { userId } = await createAccount(service);
      expect(await get(userId, `?${query}`)).toAnswer(400, 'parameter_invalid');
    },
  );
});
