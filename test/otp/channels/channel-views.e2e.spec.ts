import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { RollupJob } from '../../../src/analytics/rollup-job.js';
import { ApiKeysService } from '../../../src/api-keys/index.js';
import { WebhookEvent } from '../../../src/webhook/webhook.entities.js';
import { keepBooks } from '../../support/app.js';
import { type Account, addWebhook, newPhone } from '../../support/factories.js';
import { adminToken, userToken } from '../../support/tokens.js';
import { REFUSE, ROOT, verificationBody } from '../verifications/verifications.js';
import { byChannel, ChannelBench, NO_WHATSAPP } from './channel-bench.js';

const BOTH = { channels: ['whatsapp', 'sms'] };
const ATTEMPTS = [
  { channel: 'whatsapp', outcome: 'refused', reason: 'not_on_whatsapp' },
  { channel: 'sms', outcome: 'accepted', reason: null },
];

let bench: ChannelBench;
beforeAll(async () => {
  bench = await ChannelBench.start();
});
afterAll(() => bench.close());
beforeEach(() => bench.calm());
keepBooks(() => bench.service);

/** An account with a webhook, and a message that SMS took. */
async function fallenBack(): Promise<{ account: Account; token: string; reference: string }> {
  bench.service.gateway.behave(NO_WHATSAPP);
  const account = await bench.account();
  await addWebhook(bench.service, account.userId);
  const answer = await bench.send(account, BOTH);
  expect(answer).toAnswer(200);
  const token = await userToken(bench.service, account.userId);
  return { account, token, reference: String(answer.body.data?.['reference']) };
}

it('history, timeline, CSV, ledger and webhooks tell the channel and its attempts', async () => {
  const { account, token, reference } = await fallenBack();
  const { api, database } = bench.service;
  const { body: history } = await api.get('/api/otp/history', { token: account.key });
  expect((history.data as { items: unknown[] }).items).toMatchObject([
    { channel: 'sms', attempts: ATTEMPTS },
  ]);

  const { body: timeline } = await api.get(`/api/otp/messages/${reference}`, { token: account.key });
  const { events, ...shown } = timeline.data as unknown as { events: { type: string }[] };
  expect(shown).toMatchObject({ channel: 'sms', attempts: ATTEMPTS, credit_used: 350 });
  expect(events.filter(({ type }) => type === 'attempt')).toMatchObject([
    { channel: 'whatsapp', outcome: 'refused' },
    { channel: 'sms', outcome: 'accepted' },
  ]);
  expect(events.filter(({ type }) => type === 'ledger')).toMatchObject([
    { kind: 'charge', amount: -200 },
    { kind: 'adjustment', amount: -150, balance_after: 9650 },
  ]);

  const admin = await adminToken(bench.service);
  const listed = await api.get(`/api/admin/messages?user_id=${account.userId}`, { token: admin });
  expect((listed.body.data as { items: unknown[] }).items).toMatchObject([
    { channel: 'sms', attempts: ATTEMPTS },
  ]);

  const csv = await api.get('/api/account/history/export', { token });
  const [columns = '', line = ''] = csv.text.split('\r\n');
  expect(columns).toMatch(/,channel,attempts$/);
  expect(line).toMatch(/,sms,whatsapp:not_on_whatsapp sms:accepted$/);

  const outgoing = await api.get('/api/account/credit/entries?direction=out', { token });
  expect((outgoing.body.data as { items: unknown[] }).items).toMatchObject([
    { kind: 'adjustment', amount: -150, reference },
    { kind: 'charge', amount: -200 },
  ]);
  const incoming = await api.get('/api/account/credit/entries?direction=in', { token });
  expect((incoming.body.data as { items: { kind: string }[] }).items.map(({ kind }) => kind)).toEqual([
    'topup',
  ]);

  const [event] = await database.read.findBy(WebhookEvent, { userId: account.userId });
  expect(event?.data).toMatchObject({
    channel: 'sms',
    attempts: ATTEMPTS,
    credit_used: 350,
  });
});

it('analytics count by channel, of an account and of all', async () => {
  const { account, token } = await fallenBack();
  await bench.calm();
  expect(await bench.send(account)).toAnswer(200);
  bench.service.clock.advance(30);
  await bench.service.app.get(RollupJob).rollUpChanges();
  const { body } = await bench.service.api.get('/api/account/analytics', { token });
  const { channels } = body.data as { channels: { channel: string; sent: number }[] };
  expect(Object.fromEntries(channels.map((one) => [one.channel, one.sent]))).toEqual({ sms: 1, whatsapp: 1 });
  const all = await bench.service.api.get('/api/admin/analytics', { token: await adminToken(bench.service) });
  expect(all.body.data).toHaveProperty('channels');
});

it('verifications take channels; a resend goes by them again, or by the one that it names', async () => {
  bench.service.gateway.behave(REFUSE);
  const { key: token } = await bench.account();
  const { api } = bench.service;
  const phone = newPhone();
  const created = await api.post(ROOT, verificationBody({ ...BOTH, phone }), { token });
  expect(created).toAnswer(201);
  expect(byChannel(created)).toMatchObject({ channel: 'sms', attempts: [{}, { channel: 'sms' }] });
  const id = String(created.body.data?.['verification_id']);
  const resend = (body: object) => api.post(`${ROOT}/${id}/resend`, { phone, ...body }, { token });
  expect(byChannel(await resend({ channel: 'telegram' }))).toEqual({
    channel: 'telegram',
    attempts: [{ channel: 'telegram', outcome: 'accepted', reason: null }],
  });
  expect(byChannel(await resend({})).channel).toBe('telegram');
  expect(await resend({ channel: 'email' })).toAnswer(400, {
    code: 'parameter_invalid',
    fields: ['channel'],
  });
  await resend({});
  const code = bench.telegram.taken.at(-1)?.text;
  const checked = await api.post(`${ROOT}/${id}/check`, { otp_code: code }, { token });
  expect(checked.body.data).toMatchObject({ status: 'approved' });
});

it('a verification that no channel takes does not exist', async () => {
  bench.service.gateway.behave(NO_WHATSAPP);
  bench.refuseSms();
  const account = await bench.account();
  const created = await bench.service.api.post(ROOT, verificationBody(BOTH), { token: account.key });
  expect(created).toAnswer(502, 'gateway_error');
  expect(created.body).not.toHaveProperty('verification_id');
  expect((await bench.ledger(account)).at(-1)).toEqual(['refund', 350]);
});

it('a test key plays the fallback of a number without WhatsApp, and pays nothing', async () => {
  const account = await bench.account();
  const { key } = await bench.service.app
    .get(ApiKeysService)
    .create(account.userId, { name: 'uji', mode: 'test' });
  const answer = await bench.send({ ...account, key }, { ...BOTH, phone: '628000000008' });
  expect(answer).toAnswer(200);
  expect(answer.body.data).toMatchObject({ credit_used: 0 });
  expect(byChannel(answer)).toEqual({ channel: 'sms', attempts: ATTEMPTS });
  expect(await bench.messages(account)).toMatchObject([{ status: 'delivered', channel: 'sms', price: 0 }]);
  expect(await bench.ledger(account)).toEqual([]);
});

it('a send through a named device costs what its channel costs', async () => {
  const account = await bench.account();
  const { api } = bench.service;
  const token = await adminToken(bench.service);
  const { body } = await api.get('/api/admin/devices', { token });
  const sms = (body.data as { items: { id: number; channel: string }[] }).items.find(
    ({ channel }) => channel === 'sms',
  );
  const who = await bench.service.app.get(ApiKeysService).create(1, { name: 'uji', mode: 'live' });
  expect(account.userId).not.toBe(1);
  const path = `/api/admin/devices/${sms?.id}/send`;
  const sent = { phone: newPhone(), otp_code: '482913', company_name: 'Toko Uji', api_key_id: who.id };
  const both = await api.post(path, { ...sent, ...BOTH }, { token });
  expect(both).toAnswer(400, { code: 'parameter_invalid', fields: ['channels'] });
  const answer = await api.post(path, sent, { token });
  expect(answer).toAnswer(200);
  expect(answer.body.data).toMatchObject({ credit_used: 350 });
});
