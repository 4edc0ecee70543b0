import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RollupJob } from '../../src/analytics/rollup-job.js';
import { Device } from '../../src/gateway/device.entities.js';
import { DeviceSources } from '../../src/operations/alerts/operator/sources/device-sources.js';
import { Message, MessageCounter } from '../../src/otp/message.entities.js';
import { Retention } from '../../src/otp/retention.js';
import { Sealer } from '../../src/platform/security/sealer.js';
import { Calendar } from '../../src/platform/time/calendar.js';
import { reportStatus } from '../callbacks/report-status.js';
import { addDevice } from '../gateway/devices.js';
import { callBack, type Desk } from '../gateway/drivers/fakes/fake.js';
import { acceptance, batch, change, META, startMeta } from '../gateway/drivers/fakes/meta.js';
import { report, startTelegram, TELEGRAM } from '../gateway/drivers/fakes/telegram.js';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { adminToken } from '../support/tokens.js';

const RETENTION_DAYS = 30;
const DAY_SECONDS = 86_400;
const PRICING = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'authentication' };
const CARD = [
  'Cost per message in USD,,,,,,',
  'Market,Currency,Marketing,Utility,Authentication,"Authentication-\nInternational",Service',
  'Argentina,$US,0.0618,0.0260,0.0260,n/a,n/a',
  'Indonesia,$US,0.0411,0.0250,0.0250,0.1360,n/a',
].join('\n');

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startTestService({
    env: { MESSAGE_RETENTION_DAYS: String(RETENTION_DAYS), RECOVERY_SECONDS: '3600', PRICE_TELEGRAM: '300' },
  });
});
afterAll(() => service.close());
beforeEach(async () => {
  service.clock.toMorning();
  token = await adminToken(service);
});
afterEach(() => service.clock.reset());
keepBooks(() => service);

interface Figures {
  messages: number;
  revenue: number;
  unknown_messages: number;
  known_revenue: number;
  cost: number;
  margin: number;
  currencies: { currency: string; amount: string; messages: number; messages_without_rate: number }[];
}
interface Margin {
  missing_messages: number;
  total: Figures;
  items: (Figures & { key: string | null; name: string | null })[];
}
type Grouping = 'account' | 'channel' | 'device' | 'month';

const day = () => service.app.get(Calendar).day(service.clock.now());
const rollUp = async () => {
  service.clock.advance(30);
  await service.app.get(RollupJob).rollUpChanges();
};
const margin = async (grouping: Grouping, range = `from=${day()}&to=${day()}`): Promise<Margin> => {
  const answer = await service.api.get(`/api/admin/margin?${range}&group_by=${grouping}`, { token });
  expect(answer).toAnswer(200);
  return answer.body.data;
};
const ofDevice = async ({ id }: Device, range?: string) =>
  (await margin('device', range)).items.find(({ key }) => key === String(id));
const set = async (path: string, body: object) => {
  const answer = await service.api.post(`/api/admin/costs${path}`, body, { token });
  expect(answer, JSON.stringify(body)).toAnswer(200);
};

/** The only device of WhatsApp, or the one of Telegram. */
async function useDevice(driver: 'meta' | 'telegram' | 'http', desk: Pick<Desk, 'url'>): Promise<Device> {
  await service.database.tx((tx) => tx.update(Device, { state: 'active' }, { state: 'disabled' }));
  if (driver === 'telegram')
    return addDevice(service, desk.url, TELEGRAM.token, { driver, settings: { ttl: '300' } });
  if (driver === 'http') return addDevice(service, desk.url, service.gateway.token);
  return addDevice(service, desk.url, META.token, {
    driver,
    settings: { phone_number_id: META.settings.phone_number_id, template: 'otp_id' },
    webhookSecretSealed: service.app.get(Sealer).seal(META.secret),
  });
}

async function send({ key }: Account, more: object = {}): Promise<string> {
  const answer = await service.api.post('/api/otp/send', sendBody({ ...more }), { token: key });
  expect(answer).toAnswer(200);
  return (answer.body.data as { message_id: string }).message_id;
}
const metaReports = async ({ id }: Device, wamid: string, status: string, pricing?: object) => {
  const callback = batch([change([{ id: wamid, status, ...(pricing && { pricing }) }])]);
  expect(await callBack(`${service.url}/api/webhook/gateway/${id}`, callback)).toAnswer(200);
};
const costOf = async (gatewayMessageId: string) =>
  (await service.database.read.findOneByOrFail(Message, { gatewayMessageId })).reportedCost;

describe('the cost of messages by Meta', () => {
  it('is the rate card’s of what was delivered, also where card and rate come later', async () => {
    const account = await createAccount(service);
    const device = await useDevice('meta', await startMeta());
    const ids = [];
    for (let sent = 0; sent < 6; sent++) ids.push(await send(account));
    const [home = '', abroad = '', free = '', waiting = '', failed = '', silent = ''] = ids;
    await metaReports(device, home, 'sent', PRICING);
    await metaReports(device, home, 'delivered', PRICING);
    await metaReports(device, home, 'read');
    await metaReports(device, abroad, 'delivered', { ...PRICING, category: 'authentication_international' });
    await metaReports(device, free, 'delivered', { ...PRICING, type: 'free_entry_point' });
    await metaReports(device, waiting, 'sent', PRICING);
    await metaReports(device, failed, 'failed');
    await metaReports(device, silent, 'delivered');
    await rollUp();
    // Not delivered, not billed, not taken: these cost nothing. The others are not known yet.
    expect(await ofDevice(device)).toMatchObject({
      ...{ messages: 6, revenue: 1000, unknown_messages: 3, known_revenue: 400, cost: 0, margin: 400 },
      currencies: [],
    });
    await set('/rate-cards', { device_id: device.id, currency: 'USD', csv: CARD, valid_from: day() });
    expect(await ofDevice(device)).toMatchObject({
      ...{ unknown_messages: 3, cost: 0 },
      currencies: [{ currency: 'USD', amount: '0.161', messages: 2, messages_without_rate: 2 }],
    });
    await set('/rates', { currency: 'USD', rate: '16350.5', valid_from: day() });
    // 0.161 USD are Rp 2,632.4305.
    expect(await ofDevice(device)).toMatchObject({
      ...{ messages: 6, revenue: 1000, unknown_messages: 1, known_revenue: 800, cost: 2632, margin: -1832 },
      currencies: [{ currency: 'USD', amount: '0.161', messages: 2, messages_without_rate: 0 }],
    });
    const list = await service.api.get(`/api/admin/messages?device_id=${device.id}`, { token });
    const { items } = list.body.data as { items: { message_id: string; cost: object | null }[] };
    const shown = Object.fromEntries(items.map(({ message_id: id, cost }) => [id, cost]));
    expect(shown).toEqual({
      [home]: { currency: 'USD', amount: '0.025', rupiah: '408.7625' },
      [abroad]: { currency: 'USD', amount: '0.136', rupiah: '2223.668' },
      ...Object.fromEntries(
        [free, waiting, failed].map((id) => [id, { currency: 'IDR', amount: '0', rupiah: '0' }]),
      ),
      [silent]: null,
    });
    const conditions = await service.app.get(DeviceSources).internationalRate();
    expect(conditions).toEqual([
      {
        kind: 'international_rate',
        subject: `device:${device.id}`,
        detail: { device: device.name, messages: 1 },
      },
    ]);
  });

  it('counts where its report comes before the answer to the send, or after the delivery', async () => {
    const account = await createAccount(service);
    const meta = await startMeta();
    const device = await useDevice('meta', meta);
    await metaReports(device, 'wamid.EARLY', 'delivered', PRICING);
    meta.script.push({ takes: true, reply: acceptance('wamid.EARLY') });
    expect(await send(account)).toBe('wamid.EARLY');
    expect(await costOf('wamid.EARLY')).toBe('authentication');
    const late = await send(account);
    await metaReports(device, late, 'delivered');
    await set('/rate-cards', { device_id: device.id, currency: 'IDR', csv: CARD.replaceAll('$US', 'Rp') });
    await rollUp();
    expect(await ofDevice(device)).toMatchObject({ messages: 2, unknown_messages: 1 });
    await metaReports(device, late, 'read', PRICING);
    expect(await costOf(late)).toBe('authentication');
    await rollUp();
    expect(await ofDevice(device)).toMatchObject({ messages: 2, unknown_messages: 0, known_revenue: 400 });
  });
});

describe('the cost of messages by Telegram', () => {
  it('is what the send reports, and goes when Telegram gives it back', async () => {
    const account = await createAccount(service);
    const device = await useDevice('telegram', await startTelegram());
    const byTelegram = { channels: ['telegram'] };
    const [arrived, late] = [await send(account, byTelegram), await send(account, byTelegram)];
    expect([await costOf(arrived), await costOf(late)]).toEqual(['USD 10000', 'USD 10000']);
    for (const [id, status] of [
      [arrived, 'delivered'],
      [late, 'expired'],
      [late, 'sent'],
    ] as const) {
      const callback = report(id, status, service.clock.now(), { request_cost: 0.012 });
      expect(await callBack(`${service.url}/api/webhook/gateway/${device.id}`, callback)).toAnswer(200);
    }
    expect([await costOf(arrived), await costOf(late)]).toEqual(['USD 12000', 'free']);
    await set('/rates', { currency: 'USD', rate: '16000' });
    await rollUp();
    expect(await ofDevice(device)).toMatchObject({
      ...{ messages: 2, revenue: 300, unknown_messages: 0, cost: 192, margin: 108 },
    });
  });
});

describe('the margin', () => {
  it('is the same by account, channel, device and month, and says what is missing', async () => {
    const [one, other] = [await createAccount(service), await createAccount(service)];
    const device = await useDevice('http', service.gateway);
    await reportStatus(service, await send(one), 'delivered');
    await send(one);
    await send(other);
    const before = await margin('month');
    expect(before.missing_messages).toBeGreaterThanOrEqual(3);
    await rollUp();
    await set('', { device_id: device.id, currency: 'IDR', amount: '120.4' });
    const all = await margin('month');
    expect(all.missing_messages).toBe(0);
    for (const grouping of ['account', 'channel', 'device'] as const) {
      const { total, items } = await margin(grouping);
      expect(total).toEqual(all.total);
      for (const figure of ['messages', 'revenue', 'unknown_messages', 'known_revenue'] as const)
        expect(items.reduce((sum, item) => sum + item[figure], 0)).toBe(total[figure]);
    }
    expect(all.items).toMatchObject([{ key: day().slice(0, 7), name: null }]);
    const { items } = await margin('account');
    expect(items.find(({ key }) => key === String(one.userId))).toMatchObject({
      ...{ messages: 2, revenue: 400, cost: 241, margin: 159 },
    });
    expect(items.find(({ key }) => key === String(other.userId))).toMatchObject({ cost: 120, margin: 80 });
    // Counted once more, message by message.
    const { read } = service.database;
    const messages = await read.findBy(Message, { day: day(), livemode: true });
    expect(all.total.messages).toBe(messages.length);
    expect(all.total.revenue).toBe(messages.reduce((sum, { creditUsed }) => sum + creditUsed, 0));
  });

  it('of past months stays when their messages are purged, and follows costs of their days', async () => {
    const account = await createAccount(service);
    const device = await useDevice('http', service.gateway);
    const from = day();
    await send(account);
    service.clock.advance(DAY_SECONDS);
    token = await adminToken(service);
    const to = day();
    await send(account);
    await rollUp();
    await set('', { device_id: device.id, currency: 'SGD', amount: '0.02', valid_from: from });
    await set('/rates', { currency: 'SGD', rate: '12000', valid_from: from });
    await set('/rates', { currency: 'SGD', rate: '12500', valid_from: to });
    const both = `from=${from}&to=${to}`;
    const figures = { messages: 2, revenue: 400, unknown_messages: 0, cost: 490, margin: -90 };
    expect(await ofDevice(device, both)).toMatchObject(figures);
    service.clock.advance((RETENTION_DAYS + 2) * DAY_SECONDS);
    await service.app.get(Retention).purgeExpired();
    expect(await service.database.read.countBy(Message, { userId: account.userId })).toBe(0);
    await rollUp();
    token = await adminToken(service);
    expect(await ofDevice(device, both)).toMatchObject(figures);
    await set('/rates', { currency: 'SGD', rate: '13000', valid_from: from });
    expect(await ofDevice(device, both)).toMatchObject({ cost: 510 });
    await set('', { device_id: device.id, currency: 'SGD', amount: null, valid_from: to });
    expect(await ofDevice(device, both)).toMatchObject({ unknown_messages: 1, cost: 260, margin: -60 });
  });

  it('takes days that an earlier release had rolled up, and those it rolls up beside this one', async () => {
    const account = await createAccount(service);
    const device = await useDevice('http', service.gateway);
    await send(account);
    await rollUp();
    for (const change of ['costed_at = NULL, repriced = NULL', "costed_at = '2026-01-01 00:00:00.000'"]) {
      const own = [account.userId];
      await service.database.tx(async (tx) => {
        await tx.query(`UPDATE analytics_folds SET ${change} WHERE user_id = ?`, own);
        await tx.query('DELETE FROM margin_days WHERE user_id = ?', own);
      });
      expect(await ofDevice(device)).toBeUndefined();
      await rollUp();
      expect(await ofDevice(device)).toMatchObject({ messages: 1, revenue: 200 });
    }
    expect(
      await service.database.read.findOneByOrFail(MessageCounter, { userId: account.userId }),
    ).toMatchObject({
      ...{ sent: 1, repriced: 0 },
    });
  });

  it('is asked for at most a year of days', async () => {
    const asked = (query: string) => service.api.get(`/api/admin/margin?${query}`, { token });
    expect(await asked('from=2026-01-01&to=2026-12-31&group_by=month')).toAnswer(200);
    for (const query of [
      'from=2026-01-02&to=2026-01-01',
      'from=2025-01-01&to=2026-12-31',
      'group_by=key',
      'from=x',
    ])
      expect(await asked(query), query).toAnswer(400, 'parameter_invalid');
    const usual = await asked('');
    expect(usual.body.data).toMatchObject({ from: `${day().slice(0, 7)}-01`, to: day(), group_by: 'month' });
  });
});

describe('costs', () => {
  it('are set, replaced and removed with a note in the audit log', async () => {
    const device = await useDevice('http', service.gateway);
    const own = { device_id: device.id, currency: 'IDR' };
    await set('', { ...own, amount: '350', valid_from: '2026-01-01' });
    await set('', { ...own, amount: '351.5', valid_from: '2026-01-01' });
    await set('', { ...own, amount: '400', category: 'utility', valid_from: '2099-01-01' });
    await set('/rates', { currency: 'EUR', rate: '19000', valid_from: '2026-01-01' });
    interface Shown {
      costs: { id: number; device_id: number; amount: string }[];
      rates: { id: number; currency: string }[];
    }
    const shown = async () => (await service.api.get('/api/admin/costs', { token })).body.data as Shown;
    const { costs, rates } = await shown();
    const ours = costs.filter(({ device_id: id }) => id === device.id);
    expect(ours).toMatchObject([
      { category: 'utility', amount: '400', valid_from: '2099-01-01', in_force: false },
      {
        device: device.name,
        category: null,
        amount: '351.5',
        currency: 'IDR',
        in_force: true,
        set_by: 'admin',
      },
    ]);
    const rate = rates.find(({ currency }) => currency === 'EUR');
    expect(rate).toMatchObject({ rate: '19000', in_force: true });
    const remove = (path: string) => service.api.delete(`/api/admin/costs/${path}`, { token });
    for (const { id } of ours) expect(await remove(String(id))).toAnswer(200);
    expect(await remove(String(ours[0]?.id))).toAnswer(404, 'not_found');
    expect(await remove(`rates/${rate?.id}`)).toAnswer(200);
    expect(await remove(`rates/${rate?.id}`)).toAnswer(404, 'not_found');
    const audit = await service.api.get('/api/admin/audit?limit=100', { token });
    const { items } = audit.body.data as { items: { action: string; target: string; detail: object }[] };
    const noted = items.filter(({ target }) => target === `device:${device.id}`);
    expect(noted.map(({ action }) => action)).toEqual([
      'cost.remove',
      'cost.remove',
      ...Array(3).fill('cost.set'),
    ]);
    expect(noted[3]?.detail).toEqual({
      ...{ category: null, currency: 'IDR', amount: '351.5', valid_from: '2026-01-01' },
    });
    const ofRates = items.filter(({ detail }) => 'currency' in detail && detail.currency === 'EUR');
    expect(ofRates.map(({ action }) => action)).toEqual(['currency_rate.remove', 'currency_rate.set']);
  });

  it('are checked', async () => {
    const { id: device_id } = await useDevice('http', service.gateway);
    const cost = { device_id, currency: 'IDR', amount: '1' };
    const card = { device_id, currency: 'USD', csv: CARD };
    const post = (path: string, body: object) => service.api.post(`/api/admin/costs${path}`, body, { token });
    for (const [path, body, field] of [
      ['', { ...cost, device_id: 999_999 }, 'device_id'],
      ['', { ...cost, currency: 'Rp' }, 'currency'],
      ['', { ...cost, amount: '0.0000001' }, 'amount'],
      ['', { ...cost, amount: 1 }, 'amount'],
      ['', { ...cost, category: 'free' }, 'category'],
      ['', { ...cost, valid_from: '2026-02-30' }, 'valid_from'],
      ['/rates', { currency: 'IDR', rate: '1' }, 'currency'],
      ['/rates', { currency: 'USD', rate: '0' }, 'rate'],
      ['/rate-cards', { ...card, device_id: 999_999 }, 'device_id'],
      ['/rate-cards', { ...card, csv: 'x'.repeat(12_001) }, 'csv'],
    ] as const) {
      const answer = await post(path, body);
      expect(answer, JSON.stringify(body)).toAnswer(400, 'parameter_invalid');
      expect(answer.body).toMatchObject({ fields: [field] });
    }
    expect(await post('', { device_id, currency: 'IDR' })).toAnswer(400, 'parameter_missing');
    const bad = await post('/rate-cards', { ...card, csv: CARD.replace('0.1360', '?') });
    expect(bad).toAnswer(400, 'rate_card_invalid');
    expect(bad.body).toMatchObject({
      fields: ['csv'],
      detail: 'Baris 5: harga authentication_international tidak terbaca.',
    });
    const user = await createAccount(service);
    expect(await service.api.get('/api/admin/costs', { token: user.key })).toAnswer(401);
  });
});
