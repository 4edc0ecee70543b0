import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES_READ_MAX } from '../../../src/history/message-search.js';
import { Message } from '../../../src/otp/message.entities.js';
import { Verification } from '../../../src/otp/verifications/verification.entities.js';
import type { Answer } from '../../support/api.js';
import { keepBooks } from '../../support/app.js';
import { newPhone, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { adminToken, userToken } from '../../support/tokens.js';
import { dataOf, REFUSE, ROOT, type Sent, Verifier } from './verifications.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    env: { RECOVERY_SECONDS: '3600', RECIPIENT_ATTEMPTS_MAX: '1000', READ_RATE_PER_MINUTE: '1000' },
  });
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

type Query = Partial<Record<string, string | number>>;

interface Found {
  limit: number;
  items: Omit<Sent, 'credit_used' | 'credit_balance'>[];
  next_cursor: number | null;
}

const list = (verifier: Verifier, query: Query): Promise<Answer> =>
  service.api.get(`${ROOT}?${new URLSearchParams(query as Record<string, string>).toString()}`, {
    token: verifier.token,
  });
const find = async (verifier: Verifier, query: Query): Promise<Found> => {
  const answer = await list(verifier, query);
  expect(answer).toAnswer(200);
  return dataOf<Found>(answer);
};
const idsOf = ({ items }: Found) => items.map(({ verification_id: id }) => id);

describe('the list of verifications', () => {
  it('finds one whose create response was lost, by external_id and by reference, as GET shows it', async () => {
    const verifier = await Verifier.with(service);
    const sent = await verifier.created({ external_id: 'masuk-7' });
    await verifier.created({ external_id: 'masuk-8' });
    const shown = dataOf(await verifier.get(sent.verification_id));
    for (const query of [{ external_id: 'masuk-7' }, { reference: sent.reference }]) {
      const answer = await list(verifier, query);
      expect(dataOf(answer)).toEqual({ limit: 20, items: [shown], next_cursor: null });
      expect(answer.text).not.toContain(verifier.codeIn(sent));
    }
  });

  it('finds one that nobody knows was sent, and none that was provably not sent', async () => {
    const verifier = await Verifier.with(service);
    service.gateway.script([{ dropAnswer: 'after' }]);
    const unknown = (await verifier.create({ external_id: 'putus' })).body as unknown as Sent;
    expect(idsOf(await find(verifier, { external_id: 'putus' }))).toEqual([unknown.verification_id]);
    expect(idsOf(await find(verifier, { reference: unknown.reference }))).toEqual([unknown.verification_id]);
    service.gateway.script([REFUSE]);
    const refused = (await verifier.create({ external_id: 'ditolak' })).body as unknown as Sent;
    expect(idsOf(await find(verifier, { external_id: 'ditolak' }))).toEqual([]);
    expect(idsOf(await find(verifier, { reference: refused.reference }))).toEqual([]);
  });

  it('lists one with several codes once, and finds it by each of their messages', async () => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    const first = await verifier.created({ phone, external_id: 'ulang' });
    const second = dataOf<Sent>(await verifier.resend(first.verification_id, phone));
    expect(second.reference).not.toBe(first.reference);
    const shown = dataOf(await verifier.get(first.verification_id));
    for (const query of [
      { external_id: 'ulang' },
      { reference: first.reference },
      { reference: second.reference },
    ])
      expect((await find(verifier, query)).items).toEqual([shown]);
  });

  it('shows the code before, while the new one was not sent', async () => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    const first = await verifier.created({ phone, external_id: 'kembali' });
    service.gateway.script([REFUSE]);
    expect(await verifier.resend(first.verification_id, phone)).toAnswer(502);
    const { items } = await find(verifier, { external_id: 'kembali' });
    expect(items.map(({ reference }) => reference)).toEqual([first.reference]);
  });

  it('is of the account and the mode of the key', async () => {
    const [verifier, other] = [await Verifier.with(service), await Verifier.with(service)];
    const testing = await verifier.testing();
    const sent = await verifier.created({ external_id: 'sama' });
    const tested = await testing.created({ external_id: 'sama', phone: '628000000001' });
    const foreign = await other.created({ external_id: 'sama' });
    for (const [who, own] of [
      [verifier, sent],
      [testing, tested],
      [other, foreign],
    ] as const) {
      expect(idsOf(await find(who, { external_id: 'sama' }))).toEqual([own.verification_id]);
      for (const { reference, verification_id } of [sent, tested, foreign])
        expect(idsOf(await find(who, { reference }))).toEqual(
          verification_id === own.verification_id ? [verification_id] : [],
        );
    }
  });

  it('leads through pages to each one once, newest first, also between messages of other kinds', async () => {
    const verifier = await Verifier.with(service);
    const made: string[] = [];
    for (let nth = 0; nth < 3; nth++) {
      made.unshift((await verifier.created({ external_id: 'sering' })).verification_id);
      await service.api.post('/api/otp/send', sendBody({ external_id: 'sering' }), { token: verifier.token });
    }
    const seen: string[] = [];
    let cursor: number | null = null;
    do {
      const page: Found = await find(verifier, {
        external_id: 'sering',
        limit: 2,
        ...(cursor === null ? {} : { cursor }),
      });
      seen.push(...idsOf(page));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(made);
  });

  it('reads a bounded number of messages for a page, and says where it continues', async () => {
    const verifier = await Verifier.with(service);
    const sent = await verifier.created({ external_id: 'padat' });
    const [message] = await verifier.messages();
    if (!message) throw new Error('no message');
    const { id: _, ...row } = message;
    const copies = Array.from({ length: MESSAGES_READ_MAX }, (_unused, nth) => ({
      ...row,
      reference: `otp_padat_${nth}`,
      gatewayMessageId: null,
      verification: null,
      livemode: true,
      creditUsed: 0,
      createdAt: new Date(message.createdAt.getTime() + 1000),
    }));
    await service.database.tx((tx) => tx.insert(Message, copies));
    const first = await find(verifier, { external_id: 'padat' });
    expect(first.items).toEqual([]);
    const next = await find(verifier, { external_id: 'padat', cursor: Number(first.next_cursor) });
    expect(idsOf(next)).toEqual([sent.verification_id]);
    expect(next.next_cursor).toBeNull();
    await service.database.tx((tx) => tx.delete(Message, { userId: row.userId, creditUsed: 0 }));
  });

  it('has exactly one of its terms, and refuses what is none', async () => {
    const verifier = await Verifier.with(service);
    const answers = await Promise.all(
      [
        {},
        { external_id: 'a', reference: 'b' },
        { external_id: '' },
        { external_id: 'x'.repeat(65) },
        { reference: 'x'.repeat(41) },
        { external_id: 'a', limit: 101 },
        { external_id: 'a', cursor: 0 },
      ].map((query) => list(verifier, query)),
    );
    expect(answers.map(({ status, body }) => [status, body.code, body.fields])).toEqual([
      [400, 'parameter_missing', ['external_id', 'reference']],
      [400, 'parameter_invalid', ['external_id', 'reference']],
      [400, 'parameter_invalid', ['external_id']],
      [400, 'parameter_invalid', ['external_id']],
      [400, 'parameter_invalid', ['reference']],
      [400, 'parameter_invalid', ['limit']],
      [400, 'parameter_invalid', ['cursor']],
    ]);
    expect(await find(verifier, { reference: 'ver_01KAXW6Q3V8Z5M2B7N4C9D0E1F' })).toMatchObject({
      items: [],
    });
  });

  it('is a read: for keys that may read, within the limit of reads', async () => {
    const verifier = await Verifier.with(service);
    const sender = await verifier.withKey({ allowed_operations: ['send'] });
    const reader = await verifier.withKey({ allowed_operations: ['read'] });
    expect((await list(sender, { external_id: 'a' })).body.code).toBe('operation_not_allowed');
    const { headers } = await list(reader, { external_id: 'a' });
    const credit = await service.api.get('/api/otp/credit', { token: reader.token });
    expect(headers.get('ratelimit-policy')).toBe(credit.headers.get('ratelimit-policy'));
  });

  it('shows the status that holds now', async () => {
    const verifier = await Verifier.with(service);
    const sent = await verifier.created({ external_id: 'lewat', ttl_seconds: 60 });
    service.clock.advance(61);
    expect((await find(verifier, { reference: sent.reference })).items[0]?.status).toBe('expired');
  });
});

describe('verification_id', () => {
  it('is in the timeline, the searches, the history, its CSV and the events of the messages', async () => {
    const verifier = await Verifier.with(service);
    const { token } = verifier;
    const key = 'create-7f1c2a';
    const made = dataOf<Sent>(await verifier.create({ external_id: 'nama' }, { 'idempotency-key': key }));
    const sent = await service.api.post('/api/otp/send', sendBody(), { token });
    const { verification_id: id, reference } = made;
    const user = await userToken(service, verifier.account.userId);
    const [admin, [message]] = [await adminToken(service), await verifier.messages()];
    const got = await Promise.all([
      service.api.get(`/api/otp/messages/${reference}`, { token }),
      service.api.get(`/api/account/messages/${reference}`, { token: user }),
      service.api.get(`/api/admin/messages/${message?.id}`, { token: admin }),
    ]);
    expect(got.map((answer) => dataOf<Sent>(answer).verification_id)).toEqual([id, id, id]);
    for (const [room, who] of Object.entries({ otp: token, account: user, admin }))
      for (const by of [{ reference }, { external_id: 'nama' }, { idempotency_key: key }]) {
        const answer = await service.api.post(`/api/${room}/messages/search`, by, { token: who });
        const mine = dataOf<{ items: Sent[] }>(answer).items.filter((item) => item.reference === reference);
        expect(mine.map((item) => item.verification_id)).toEqual([id]);
      }
    for (const path of ['otp/messages?external_id=nama', 'otp/history']) {
      const { items } = dataOf<{ items: Sent[] }>(await service.api.get(`/api/${path}`, { token }));
      expect(items.find((item) => item.reference === reference)?.verification_id).toBe(id);
    }
    const history = dataOf<{ items: Sent[] }>(await service.api.get('/api/otp/history', { token }));
    const plain = dataOf<Sent>(sent).reference;
    expect(history.items.find((item) => item.reference === plain)?.verification_id).toBeNull();
    const csv = await service.api.get('/api/account/history/export', { token: user });
    const [head = '', ...lines] = csv.text.trim().split('\r\n');
    const column = head.split(',').indexOf('verification_id');
    expect(lines.map((line) => line.split(',')[column])).toEqual(['', id]);
  });

  it('is in no answer once the verification of an unsent code is gone, except as its name', async () => {
    const verifier = await Verifier.with(service);
    service.gateway.script([REFUSE]);
    const { reference } = (await verifier.create()).body as unknown as Sent;
    const story = dataOf<Sent>(
      await service.api.get(`/api/otp/messages/${reference}`, { token: verifier.token }),
    );
    expect(await verifier.get(story.verification_id)).toAnswer(404);
    expect(await service.database.read.countBy(Verification, { userId: verifier.account.userId })).toBe(0);
  });
});
