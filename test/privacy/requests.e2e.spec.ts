import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ApiKey } from '../../src/api-keys/api-key.entity.js';
import { AuditEntry } from '../../src/operations/audit/audit-entry.entity.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { Phone } from '../../src/platform/text/phone.rules.js';
import { Verifier } from '../otp/verifications/verifications.js';
import { keepBooks } from '../support/app.js';
import { newPhone, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { PrivacyDesk, requestOf } from './data-subject.js';

const HOUR_SECONDS = 3600;

let service: TestService;
let desk: PrivacyDesk;
beforeAll(async () => {
  service = await startTestService();
  desk = await PrivacyDesk.at(service);
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

it('a restricted phone gets nothing, in any spelling and by any way, until it is lifted; also after an erasure', async () => {
  const verifier = await Verifier.with(service, 100_000);
  const testing = await verifier.testing();
  const phone = newPhone();
  const before = await verifier.created({ phone });
  const session = await userToken(service, verifier.account.userId);
  const key = await service.database.read.findOneByOrFail(ApiKey, {
    userId: verifier.account.userId,
    mode: 'live',
  });
  // A code that waits for its next channel goes nowhere either.
  const channels = ['whatsapp', 'sms'];
  const waiting = await verifier.created({ phone, channels, fallback_after_seconds: 120 });
  const balance = await verifier.balance();
  const ways = () => [
    service.api.post('/api/otp/send', sendBody({ phone: `+62${phone.slice(1)}` }), { token: verifier.token }),
    service.api.post('/api/otp/send', sendBody({ phone }), { token: testing.token }),
    service.api.post(
      '/api/account/otp/send',
      { ...sendBody({ phone }), api_key_id: key.id },
      { token: session },
    ),
    verifier.create({ phone }),
    verifier.create({ phone, method: 'inbound' }),
    verifier.resend(before.verification_id, phone),
    service.api.post(
      '/api/hooks/logto?company_name=Toko',
      { to: phone, type: 'SignIn', payload: { code: '482913' } },
      { token: verifier.token },
    ),
  ];
  const restriction = await desk.completed('restriction', phone);
  expect(restriction.status).toBe('completed');
  for (const refused of await Promise.all(ways())) expect(refused).toAnswer(403, 'recipient_restricted');
  service.clock.advance(121);
  await service.app.get(Sweepers).runOnce('fallbacks of verifications');
  expect(await verifier.balance()).toBe(balance);
  for (const { verification_id: id } of [before, waiting]) await verifier.cancel(id);
  expect((await desk.completed('erasure', phone)).status).toBe('completed');
  const token = verifier.token;
  expect(await service.api.post('/api/otp/send', sendBody({ phone }), { token })).toAnswer(
    403,
    'recipient_restricted',
  );
  expect(await service.api.post('/api/otp/send', sendBody(), { token })).toAnswer(200);
  expect(requestOf(await desk.post(`/${restriction.id}/lift`)).status).toBe('lifted');
  expect(await service.api.post('/api/otp/send', sendBody({ phone }), { token })).toAnswer(200);
  expect(await desk.post(`/${restriction.id}/lift`)).toAnswer(409, 'privacy_request_decided');
});

it('an access has a document, as JSON and as a page, from its completion until an erasure or 30 days later', async () => {
  const verifier = await Verifier.with(service, 100_000);
  const phone = newPhone();
  const created = await verifier.created({ phone, company_name: 'Toko <b>Budi</b>' });
  const { id } = requestOf(await desk.post('', { phone, kind: 'access' }));
  expect(await desk.get(`/${id}/document`)).toAnswer(404, 'not_found');
  expect(requestOf(await desk.post(`/${id}/complete`, {}))).toMatchObject({
    status: 'completed',
    has_document: true,
  });
  const recipient = Phone.parse(phone)?.mask();
  const { username } = verifier.account;
  const answer = await desk.get(`/${id}/document`);
  expect(answer.body.data).toMatchObject({
    ...{ request_id: id, message_count: 1, listed: 0, device_contacts: 0, restricted: false },
    messages: [{ recipient, channel: 'whatsapp', status: 'sent', account: username }],
    verifications: [{ method: 'code', status: 'pending', account: username }],
    receivers: [
      { kind: 'account', name: username },
      { kind: 'gateway', name: expect.stringContaining('WhatsApp') },
    ],
  });
  const page = await fetch(`${service.url}/api/admin/privacy/requests/${id}/document`, {
    headers: { accept: 'text/html', 'accept-language': 'en', authorization: `Bearer ${desk.token}` },
  });
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const html = await page.text();
  expect(html).toContain(`<td>${recipient}</td>`);
  expect(html).not.toContain('<b>Budi');

  await verifier.cancel(created.verification_id);
  const other = await desk.completed('access', newPhone());
  expect((await desk.completed('erasure', phone)).status).toBe('completed');
  expect(await desk.get(`/${id}/document`)).toAnswer(404, 'not_found');
  expect(await desk.get(`/${other.id}/document`)).toAnswer(200);
  service.clock.advance(31 * 24 * HOUR_SECONDS);
  await service.app.get(Sweepers).runOnce('the purge of documents of data subjects');
  desk = await PrivacyDesk.at(service);
  expect(await desk.get(`/${other.id}/document`)).toAnswer(404, 'not_found');
  expect(requestOf(await desk.get(`/${other.id}`))).toMatchObject({
    status: 'completed',
    has_document: false,
  });
});

it('a request is due after 72 hours, is decided once, and is noted without the phone', async () => {
  const phone = newPhone();
  const entered = requestOf(await desk.post('', { phone, kind: 'erasure', note: null }));
  const { id } = entered;
  expect(entered).toMatchObject({ status: 'open', overdue: false, note: null });
  expect(Date.parse(entered.due_at_utc) - service.clock.now().getTime()).toBe(72 * HOUR_SECONDS * 1000);
  service.clock.advance(72 * HOUR_SECONDS);
  desk = await PrivacyDesk.at(service);
  expect(requestOf(await desk.get(`/${id}`)).overdue).toBe(true);
  const declined = await desk.post(`/${id}/complete`, { declined: true, note: 'Bukan pemilik' });
  expect(requestOf(declined)).toMatchObject({ status: 'declined', overdue: false, note: 'Bukan pemilik' });
  expect(await desk.post(`/${id}/complete`, {})).toAnswer(409, 'privacy_request_decided');
  const list = (await desk.get('?status=declined&kind=erasure&limit=1')).body.data as { items: object[] };
  expect(list.items).toMatchObject([{ id }]);
  const entries = await service.database.read.findBy(AuditEntry, { target: `privacy_request:${id}` });
  expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
    ['privacy.request', { kind: 'erasure' }],
    ['privacy.decline', { kind: 'erasure' }],
  ]);
  const wrong = [{ kind: 'access' }, { phone: '0215551234', kind: 'access' }, { phone, kind: 'export' }];
  const answers = await Promise.all(wrong.map((body) => desk.post('', body)));
  expect(answers.map(({ body }) => body.code)).toEqual([
    'parameter_missing',
    'phone_invalid',
    'parameter_invalid',
  ]);
  expect(await desk.get('/999999')).toAnswer(404, 'not_found');
});

it('only administrators answer data subjects and set legal holds', async () => {
  const { account } = await Verifier.with(service);
  const token = await userToken(service, account.userId);
  const path = `/api/admin/users/${account.userId}/legal-hold`;
  expect(await service.api.get('/api/admin/privacy/requests', { token })).toAnswer(403);
  expect(await service.api.put(path, { active: true, reason: 'x' }, { token })).toAnswer(403);
  expect(await desk.hold(999_999, { active: true, reason: 'x' })).toAnswer(404, 'not_found');
  expect((await service.api.get(path, { token: desk.token })).body.data).toEqual({
    ...{ active: false, reason: null, created_at: null, created_at_utc: null },
  });
});
