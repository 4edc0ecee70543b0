import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { DevicePair } from '../../src/gateway/device.entities.js';
import { Fingerprints } from '../../src/otp/index.js';
import { InboxEntry, Message } from '../../src/otp/message.entities.js';
import { Retention } from '../../src/otp/retention.js';
import {
  InboundVerification,
  VerificationFallback,
} from '../../src/otp/verifications/verification.entities.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { IdempotencyKey } from '../../src/platform/idempotency/idempotency-key.entity.js';
import { firstDataKey } from '../../src/platform/security/data-keys.rules.js';
import { Sealer } from '../../src/platform/security/sealer.js';
import { Phone } from '../../src/platform/text/phone.rules.js';
import { PrivacyRequest } from '../../src/privacy/records/index.js';
import { WebhookEvent } from '../../src/webhook/webhook.entities.js';
import { signedCallback, statusEvent } from '../callbacks/signed-callback.js';
import { type CreatedInbound, createInbound, endDue } from '../otp/inbound/inbound.js';
import { dataOf, type Sent, Verifier } from '../otp/verifications/verifications.js';
import { keepBooks } from '../support/app.js';
import { createAccount, newPhone, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { PrivacyDesk, requestOf } from './data-subject.js';
import { type PhoneNames, remains } from './traces.js';

const DAY_SECONDS = 86_400;
/** Long, so that no other digits equal it. */
const CODE = '48291357';

let service: TestService;
let desk: PrivacyDesk;
beforeAll(async () => {
  const redisUrl = inject('redisUrl');
  const env = { LOG_LEVEL: 'trace', MESSAGE_RETENTION_DAYS: '30', ...(redisUrl && { REDIS_URL: redisUrl }) };
  service = await startTestService({ env });
  desk = await PrivacyDesk.at(service);
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

type Sender = Pick<Verifier, 'account' | 'token'>;
const sender = async (): Promise<Sender> => {
  const account = await createAccount(service);
  return { account, token: account.key };
};
const phoneOf = (written: string) => Phone.parse(written) as Phone;
const indexOf = (written: string) => service.app.get(Fingerprints).recipient(phoneOf(written))[0];
const send = ({ token }: Sender, body: object, headers: Record<string, string> = {}) =>
  service.api.post('/api/otp/send', sendBody({ ...body }), { token, headers });
const messagesOf = ({ account: { userId } }: Sender) =>
  service.database.read.find(Message, { where: { userId }, order: { id: 'ASC' } });

/** Everything that Sandi does with a phone. Returns the texts that name it, and what waits. */
async function useInEveryWay(verifier: Verifier, phone: string) {
  const own = {
    external_id: `pelanggan-${phone.slice(-3)}-x`,
    metadata: { langganan: `rahasia-${phone.slice(-3)}-y` },
  };
  const first = await send(verifier, { phone, otp_code: CODE, ...own }, { 'idempotency-key': 'kunci-1' });
  expect(first).toAnswer(200);
  const { message_id: gatewayId } = dataOf<Sent>(first);
  await service.gateway.callback(gatewayId, 'delivered');
  service.gateway.script([{ refuse: { status: 400, error: `cannot reach ${phone}` } }]);
  expect(await send(verifier, { phone, ...own })).toAnswer(502, 'gateway_error');
  const approved = await verifier.created({ phone });
  const headers = { 'idempotency-key': 'kunci-2' };
  expect(await verifier.check(approved.verification_id, verifier.codeIn(approved), headers)).toAnswer(200);
  const inbound = dataOf<CreatedInbound>(
    await createInbound(verifier, { phone, ...own }, { 'idempotency-key': 'kunci-3' }),
  );
  service.clock.advance(601);
  await endDue(service);
  const waiting = await verifier.created({
    ...{ phone, channels: ['whatsapp', 'sms'], fallback_after_seconds: 120 },
  });
  await service.app.get(Sweepers).runOnce('the guard against fraud');
  const token = await userToken(service, verifier.account.userId);
  const listed = await service.api.post('/api/account/fraud/lists', { list: 'allow', phone }, { token });
  expect(listed).toAnswer(200);
  const { read } = service.database;
  await service.database.tx(async (tx) => {
    const recipientIndex = indexOf(phone);
    await tx.insert(DevicePair, { recipientIndex, deviceId: 1, expiresAt: new Date('2099-01-01') });
    const status = 'delivered' as const;
    await tx.insert(InboxEntry, {
      gatewayMessageId: gatewayId,
      status,
      receivedAt: service.clock.now(),
      deviceId: 99,
    });
  });
  const messages = (await messagesOf(verifier)).filter(
    ({ recipientIndex }) => recipientIndex === indexOf(phone),
  );
  const { phone: sealed } = await read.findOneByOrFail(VerificationFallback, {
    verification: waiting.verification_id,
  });
  const marks = await read.query<{ mark: string }[]>(
    `SELECT mark FROM fraud_list_entries WHERE user_id = ${verifier.account.userId}`,
  );
  const keys = await read.findBy(IdempotencyKey, { userId: verifier.account.userId });
  expect(keys).toHaveLength(3);
  // The response of a check names nobody.
  const stored = keys.filter(({ answer }) => !answer?.includes('attempts_left'));
  const names: PhoneNames = {
    phone,
    codes: [CODE, verifier.codeIn(approved), verifier.codeIn(waiting)],
    indexes: [
      ...[indexOf(phone) ?? ''],
      // Of a verification, it is that of its reference and code.
      ...messages.flatMap((row) => (row.verification === null ? row.duplicateIndex : [])),
      ...marks.map(({ mark }) => mark),
      ...stored.map(({ bodyIndex }) => bodyIndex),
    ],
    others: [
      ...[phoneOf(phone).mask(), own.external_id, own.metadata.langganan, sealed],
      ...messages.map(({ gatewayMessageId }) => gatewayMessageId),
      ...stored.map(({ answer }) => answer),
    ].flatMap((name) => name ?? []),
  };
  return { names, waiting, gatewayId, inbound, own };
}

it('leaves nothing of the phone in any table, file or log, and all counts and credits as they were', async () => {
  const verifier = await Verifier.with(service, 100_000);
  const phone = newPhone();
  const other = newPhone();
  expect(await send(verifier, { phone: other, external_id: 'tetap' })).toAnswer(200);
  const { names, waiting, gatewayId, inbound } = await useInEveryWay(verifier, phone);
  expect((await remains(service, names)).length).toBeGreaterThan(20);
  const stats = () => service.api.get('/api/otp/stats', { token: verifier.token });
  const before = [await verifier.balance(), (await stats()).body.data];
  const rows = await messagesOf(verifier);

  const spelled = `+62 ${phone.slice(1, 4)}-${phone.slice(4)}`;
  const entered = await desk.post('', { phone: spelled, kind: 'erasure', note: `Tiket 7, ${phone}` });
  expect(entered).toAnswer(201);
  const { id, note } = requestOf(entered);
  expect(note).toBe('Tiket 7, ****');
  await listAgain(verifier, phone);
  // A verification that can still be checked ends first, but its code goes to no further channel.
  expect(requestOf(await desk.post(`/${id}/complete`, {})).status).toBe('erasing');
  const { verification_id: verification } = waiting;
  expect(await service.database.read.findOneByOrFail(VerificationFallback, { verification })).toMatchObject({
    ...{ phone: null, dueAt: null },
  });
  expect(await verifier.check(verification, verifier.codeIn(waiting))).toAnswer(200);
  expect((await desk.sweep(id)).status).toBe('completed');

  expect(await remains(service, names)).toEqual([]);
  expect([await verifier.balance(), (await stats()).body.data]).toEqual([
    before[0],
    expect.objectContaining(countsOf(before[1])),
  ]);
  expect(
    (await messagesOf(verifier)).map(({ id: row, status, creditUsed }) => [row, status, creditUsed]),
  ).toEqual(rows.map(({ id: row, status, creditUsed }) => [row, status, creditUsed]));
  expect(
    await service.database.read.findOneByOrFail(Message, { recipientIndex: indexOf(other) }),
  ).toMatchObject({
    ...{ recipientMasked: phoneOf(other).mask(), externalId: 'tetap' },
  });
  expect(
    await service.database.read.findOneByOrFail(InboundVerification, { reference: inbound.verification_id }),
  ).toMatchObject({ recipientIndex: '', recipientMasked: `62${phone.slice(1, 3)}****`, metadata: null });
  const stored = await service.database.read.findOneByOrFail(PrivacyRequest, { id });
  expect(stored).toMatchObject({ recipientIndexes: null, found: null });

  // A retry is refused instead of sent, and a late callback brings nothing back.
  const retry = await send(verifier, { phone, otp_code: CODE }, { 'idempotency-key': 'kunci-1' });
  expect(retry).toAnswer(422, 'idempotency_mismatch');
  const callback = signedCallback(
    statusEvent(gatewayId, 'delivered'),
    service.config.webhookSecrets[0] ?? '',
    service.clock.now(),
  );
  // Once: the gateway would retry for seconds.
  await service.api.post('/api/webhook/gateway', undefined, callback);
  expect((await messagesOf(verifier)).map(({ gatewayMessageId }) => gatewayMessageId)).not.toContain(
    gatewayId,
  );
  const told = await service.database.read.findBy(WebhookEvent, { userId: verifier.account.userId });
  expect(told.length).toBeGreaterThan(5);
});

/** The request is entered, and knows its phone no more. */
async function listAgain({ account: { userId } }: Sender, phone: string): Promise<void> {
  const token = await userToken(service, userId);
  const lists = '/api/account/fraud/lists';
  const listed = await service.api.post(lists, { list: 'block', phone }, { token });
  const [entry] = (listed.body.data as { items: { id: number }[] }).items;
  expect(await service.api.delete(`${lists}/${entry?.id}`, { token })).toAnswer(200);
  expect(await service.api.post(lists, { list: 'allow', phone }, { token })).toAnswer(200);
}

/** Without conversions, of which there is one more. */
const countsOf = (stats: unknown) => {
  const { total_sent, total_failed, today_count } = stats as Record<string, unknown>;
  return { total_sent, total_failed, today_count };
};

it('waits for sends under way, and continues in the background', async () => {
  const verifier = await Verifier.with(service);
  const phone = newPhone();
  expect(await send(verifier, { phone })).toAnswer(200);
  const [message] = await messagesOf(verifier);
  const id = message?.id ?? 0;
  const lease = { status: 'pending' as const, leaseUntil: new Date('2099-01-01') };
  await service.database.tx((tx) => tx.update(Message, { id }, lease));
  const request = await desk.completed('erasure', phone);
  expect(request.status).toBe('erasing');
  await service.database.tx((tx) =>
    tx.update(Message, { id }, { status: 'sent', leaseUntil: message?.leaseUntil ?? new Date() }),
  );
  expect((await desk.sweep(request.id)).status).toBe('completed');
  expect(await messagesOf(verifier)).toMatchObject([{ recipientIndex: '', externalId: null }]);
});

it('passes by responses that a lost DATA_KEY sealed', async () => {
  const verifier = await Verifier.with(service);
  const phone = newPhone();
  expect(await createInbound(verifier, { phone }, { 'idempotency-key': 'kunci' })).toAnswer(201);
  service.clock.advance(601);
  await endDue(service);
  const answer = new Sealer(firstDataKey('a DATA_KEY that nobody has')).seal('{}');
  const { userId } = verifier.account;
  await service.database.tx((tx) => tx.update(IdempotencyKey, { userId }, { answer }));
  expect((await desk.completed('erasure', phone)).status).toBe('completed');
});

it('a legal hold keeps the messages of its account from erasure and retention, and the erasure ends after it', async () => {
  // Without webhooks: a purge would wait for their events.
  const [held, free] = [await sender(), await sender()];
  const phone = newPhone();
  for (const verifier of [held, free]) expect(await send(verifier, { phone })).toAnswer(200);
  const { userId } = held.account;
  expect(await desk.hold(userId, { active: true })).toAnswer(400, 'parameter_missing');
  const reason = 'Perkara 12/Pdt.G/2026';
  expect((await desk.hold(userId, { active: true, reason })).body.data).toMatchObject({
    active: true,
    reason,
  });
  const request = await desk.completed('erasure', phone);
  expect(request).toMatchObject({ status: 'held', held_messages: 1, overdue: false });
  expect(await messagesOf(free)).toMatchObject([{ recipientIndex: '' }]);
  expect(await messagesOf(held)).toMatchObject([{ recipientIndex: indexOf(phone) }]);

  service.clock.advance(31 * DAY_SECONDS);
  await service.app.get(Retention).purgeExpired();
  expect([await messagesOf(held), await messagesOf(free)].map(({ length }) => length)).toEqual([1, 0]);
  desk = await PrivacyDesk.at(service);
  expect(await desk.hold(userId, { active: false })).toAnswer(200);
  expect(await desk.sweep(request.id)).toMatchObject({ status: 'completed', held_messages: 0 });
  expect(await messagesOf(held)).toMatchObject([{ recipientIndex: '' }]);
  await service.app.get(Retention).purgeExpired();
  expect(await messagesOf(held)).toEqual([]);
});
