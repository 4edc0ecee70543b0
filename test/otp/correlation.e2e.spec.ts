import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../ormconfig.js';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { Message } from '../../src/otp/message.entities.js';
import { WebhookEvent } from '../../src/webhook/webhook.entities.js';
import { keepBooks } from '../support/app.js';
import { addWebhook, createAccount, newPhone, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { RECOVERY_SECONDS: '3600' } });
});
afterAll(() => service.close());
keepBooks(() => service);

const OWN = { external_id: 'pesanan 7/f1"c2a', metadata: { cabang: 'Bandung ☕', toString: '=1+1' } };
const NONE = { external_id: null, metadata: null };

const send = (token: string, body: object, headers: Record<string, string> = {}) =>
  service.api.post('/api/otp/send', body, { token, headers });
const get = async <T>(path: string, token: string) => (await service.api.get(path, { token })).body.data as T;
const newest = (userId: number) =>
  service.database.read.findOneOrFail(Message, { where: { userId }, order: { id: 'DESC' } });

describe('what a sender puts beside a message', () => {
  it('is in the answer, the history, the story and the events, with our reference', async () => {
    const { key, userId } = await createAccount(service);
    await addWebhook(service, userId);
    const answer = await send(key, sendBody(OWN));
    const { reference } = await newest(userId);
    const told = { reference, ...OWN };
    expect(answer.body.data).toMatchObject(told);
    expect(await get('/api/otp/history', key)).toMatchObject({ items: [told] });
    expect(await get(`/api/otp/messages/${reference}`, key)).toMatchObject(told);
    const [event] = await service.database.read.findBy(WebhookEvent, { userId });
    expect(event?.data).toMatchObject(told);
  });

  it('is in the file of the history', async () => {
    const { key, userId } = await createAccount(service);
    await send(key, sendBody(OWN));
    await send(key, sendBody());
    const token = await userToken(service, userId);
    const { text } = await service.api.get('/api/account/history/export', { token });
    const [head, without, own] = text.split('\r\n');
    expect(head).toContain(',reason,external_id,metadata,verification_id,');
    expect(without).toMatch(/\+07:00,,,,,/);
    const metadata = JSON.stringify(OWN.metadata).replaceAll('"', '""');
    expect(own).toContain(`+07:00,,"pesanan 7/f1""c2a","${metadata}",,`);
  });

  it('is null where there was none', async () => {
    const { key, userId } = await createAccount(service);
    for (const body of [{}, NONE]) {
      const answer = await send(key, sendBody(body));
      expect(answer.body.data).toMatchObject({ reference: (await newest(userId)).reference, ...NONE });
    }
  });

  it.each([
    ['gateway_error', { refuse: 400 }],
    ['gateway_unknown', { dropAnswer: 'after' }],
  ] as const)('is in a failure that was written down: %s', async (code, switches) => {
    const { key, userId } = await createAccount(service);
    service.gateway.script([switches]);
    const answer = await send(key, sendBody(OWN));
    expect(answer.body).toMatchObject({ code, reference: (await newest(userId)).reference, ...OWN });
  });

  it('is that of the earlier message in a duplicate', async () => {
    const { key, userId } = await createAccount(service);
    const body = sendBody(OWN);
    await send(key, body);
    const { reference } = await newest(userId);
    const again = await send(key, { ...body, external_id: 'lain', metadata: {} });
    expect(again.body).toMatchObject({ code: 'duplicate', reference, ...OWN });
  });

  it('is in the answer to a request that is repeated, byte for byte', async () => {
    const { key } = await createAccount(service);
    for (const switches of [{}, { refuse: 400 }, { dropAnswer: 'after' }] as const) {
      service.gateway.script([switches]);
      const [body, headers] = [sendBody(OWN), { 'idempotency-key': newPhone() }];
      const first = await send(key, body, headers);
      const again = await send(key, body, headers);
      expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    }
  });
});

describe('a phone or the code beside a message', () => {
  const code = '4829137520';
  const phone = '081298765432';
  const HIDDEN = [`+62 812-9876-5432`, phone, `kode ${code}`];

  it.each(HIDDEN)('is refused: %s', async (text) => {
    const { key } = await createAccount(service);
    const body = sendBody({ phone, otp_code: code });
    const id = await send(key, { ...body, external_id: text });
    expect(id).toAnswer(400, { code: 'external_id_invalid', fields: ['external_id'] });
    for (const metadata of [{ catatan: text }, { [text]: 'x' }]) {
      const answer = await send(key, { ...body, metadata });
      expect(answer).toAnswer(400, { code: 'metadata_invalid', fields: ['metadata'] });
    }
  });

  it('is kept nowhere', async () => {
    const rows = await Promise.all(
      schema.entities.map((entity) => service.database.read.getRepository(entity).find()),
    );
    const kept = `${JSON.stringify(rows)}\n${service.logs.join('\n')}`;
    for (const text of [...HIDDEN, code]) expect(kept).not.toContain(text);
  });

  it.each([
    ['external_id', ''],
    ['external_id', 'é'],
    ['external_id', 'x'.repeat(65)],
    ['external_id', 17],
    ['metadata', []],
    ['metadata', 'x'],
    ['metadata', { k: 17 }],
    ['metadata', { k: { l: 'm' } }],
  ])('is no matter where the form is wrong: %s %j', async (field, value) => {
    const { key } = await createAccount(service);
    const answer = await send(key, sendBody({ [field]: value }));
    expect(answer).toAnswer(400, { code: `${field}_invalid`, fields: [field] });
  });

  it('is what no UUID is', async () => {
    const { key } = await createAccount(service);
    const external_id = '48291375-0812-4987-8543-081298765432';
    const answer = await send(key, sendBody({ otp_code: '48291375', external_id }));
    expect(answer.body.data).toMatchObject({ external_id });
  });
});

describe('the look-up by external_id', () => {
  interface Found {
    items: { reference: string; status: string; external_id: string }[];
    next_cursor: number | null;
  }
  const find = (token: string, query: string) => get<Found>(`/api/otp/messages?${query}`, token);

  it('finds the messages of the account, newest first and page by page, pending ones too', async () => {
    const { key, userId } = await createAccount(service);
    const other = await createAccount(service);
    const references: string[] = [];
    for (const switches of [{}, { refuse: 400 }, { dropAnswer: 'after' }] as const) {
      service.gateway.script([switches]);
      await send(key, sendBody({ external_id: 'a b' }));
      references.unshift((await newest(userId)).reference);
    }
    for (const external_id of ['a b ', 'A b', 'a', null]) await send(key, sendBody({ external_id }));
    const found = await find(key, 'external_id=a%20b');
    expect(found.items.map(({ reference }) => reference)).toEqual(references);
    expect(found.items.map(({ status }) => status)).toEqual(['pending', 'failed', 'sent']);
    const first = await find(key, 'external_id=a%20b&limit=2');
    const rest = await find(key, `external_id=a%20b&limit=2&cursor=${first.next_cursor}`);
    expect([...first.items, ...rest.items]).toEqual(found.items);
    expect(rest.next_cursor).toBeNull();
    expect((await find(key, 'external_id=a%20b%20')).items).toMatchObject([{ external_id: 'a b ' }]);
    expect((await find(other.key, 'external_id=a%20b')).items).toEqual([]);
  });

  it('keeps live and test messages apart', async () => {
    const { key, userId } = await createAccount(service);
    const test = await service.app.get(ApiKeysService).create(userId, { name: 'uji', mode: 'test' });
    await send(test.key, sendBody({ external_id: 'x' }));
    expect((await find(key, 'external_id=x')).items).toEqual([]);
    expect((await find(test.key, 'external_id=x')).items).toHaveLength(1);
  });

  it.each([
    ['', 'parameter_missing'],
    ['external_id=', 'parameter_missing'],
    ['external_id=%C3%A9', 'parameter_invalid'],
    [`external_id=${'x'.repeat(65)}`, 'parameter_invalid'],
    ['external_id=x&external_id=y', 'parameter_invalid'],
    ['external_id=x&limit=101', 'parameter_invalid'],
    ['external_id=x&cursor=0', 'parameter_invalid'],
  ])('takes no %j: %s', async (query, code) => {
    const { key } = await createAccount(service);
    const answer = await service.api.get(`/api/otp/messages?${query}`, { token: key });
    expect(answer).toAnswer(400, code);
  });
});
