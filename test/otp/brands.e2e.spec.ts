import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrandKey } from '../../src/brands/brand.entities.js';
import { ProtectedBrands } from '../../src/brands/index.js';
import { Device } from '../../src/gateway/device.entities.js';
import { DevicePool } from '../../src/gateway/index.js';
import { addDevice } from '../gateway/devices.js';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { adminToken, userToken } from '../support/tokens.js';

let service: TestService;
let admin: string;
beforeAll(async () => {
  service = await startTestService();
  admin = await adminToken(service);
});
afterAll(() => service.close());
keepBooks(() => service);

const send = (token: string, company_name: string) =>
  service.api.post('/api/otp/send', sendBody({ company_name }), { token });
const approve = (userId: number, brands: unknown, token = admin) =>
  service.api.put(`/api/admin/users/${userId}/brands`, { brands }, { token });
const lastText = () => service.gateway.accepted.at(-1)?.text;

describe('a brand that would mislead the recipient', () => {
  it.each([
    'bit.ly/x1y2',
    'bit_.ly/abc',
    'bit[.]ly/a',
    '0812·3456·7890',
    '{a|b}',
    'klik http://a.co',
    '081234567890',
    'BСA',
    '\u3164',
    '\u2800',
    'wa.me/628123',
  ])('is refused, free of charge: %j', async (company_name) => {
    const { key } = await createAccount(service, 200);
    const answer = await send(key, company_name);
    expect(answer).toAnswer(400, 'company_name_invalid');
    const credit = await service.api.get('/api/otp/credit', { token: key });
    expect(credit.body.data).toMatchObject({ credit_balance: 200 });
  });

  it('is sent and kept in ordinary letters when it came in full-width ones', async () => {
    const { key } = await createAccount(service);
    expect(await send(key, 'Ｔｏｋｏ Ｂｕｄｉ')).toAnswer(200);
    expect(lastText()).toContain('Toko Budi');
    const history = await service.api.get('/api/otp/history', { token: key });
    expect(history.body.data).toMatchObject({ items: [{ company_name: 'Toko Budi' }] });
  });
});

describe('an account with approved brands', () => {
  let account: Account;
  beforeAll(async () => {
    account = await createAccount(service);
    const answer = await approve(account.userId, ['Blibli.com', ' Ｂlibli ']);
    expect(answer.body.data).toMatchObject({ approved_brands: ['Blibli.com', 'Ｂlibli'] });
  });

  it('sends for those, whatever they look like, and for no other', async () => {
    expect(await send(account.key, 'Blibli.com')).toAnswer(200);
    expect(lastText()).toContain('Blibli.com');
    for (const other of ['Toko Budi', 'blibli.com', 'Blibli'])
      expect((await send(account.key, other)).body.code).toBe('company_name_invalid');
  });

  it('holds for test keys and for what its owner sends in person', async () => {
    const token = await userToken(service, account.userId);
    const made = await service.api.post('/api/account/api-keys', { name: 'uji', mode: 'test' }, { token });
    const { id, key } = made.body.data as { id: number; key: string };
    expect((await send(key, 'Toko Budi')).body.code).toBe('company_name_invalid');
    const inPerson = { ...sendBody({ company_name: 'Toko Budi' }), api_key_id: id };
    const answer = await service.api.post('/api/account/otp/send', inPerson, { token });
    expect(answer.body.code).toBe('company_name_invalid');
  });

  it('shows them to its owner, and the change to the audit log', async () => {
    const token = await userToken(service, account.userId);
    const shown = await service.api.get('/api/account/brands', { token });
    expect(shown.body.data).toEqual({ approved_brands: ['Blibli.com', 'Ｂlibli'] });
    const log = await service.api.get('/api/admin/audit?action=user.brands&limit=1', { token: admin });
    expect(log.body.data).toMatchObject({
      items: [{ target: `user:${account.userId}`, detail: { brands: ['Blibli.com', 'Ｂlibli'] } }],
    });
  });

  it('is free again with an empty list', async () => {
    const other = await createAccount(service);
    await approve(other.userId, ['Satu']);
    expect(await send(other.key, 'Toko Budi')).toAnswer(400);
    expect((await approve(other.userId, [])).body.data).toMatchObject({ approved_brands: [] });
    expect(await send(other.key, 'Toko Budi')).toAnswer(200);
  });
});

it.each([
  ['a text', 'Blibli'],
  ['one too long', ['x'.repeat(21)]],
  ['an empty one', ['']],
  ['a line break', ['a\nb']],
  ['two that are equal', ['a', 'a']],
  ['more than 20', Array.from({ length: 21 }, (_, index) => `Brand ${index}`)],
])('refuses as a list of brands %s', async (_, brands) => {
  const { userId } = await createAccount(service);
  expect((await approve(userId, brands)).body.code).toBe('parameter_invalid');
});

it('lets no owner approve brands of their own', async () => {
  const account = await createAccount(service);
  const token = await userToken(service, account.userId);
  expect(await approve(account.userId, ['Bank'], token)).toAnswer(403);
});

describe('a text that only its template completes', () => {
  it('is refused before anything is charged, in every language and for every device', async () => {
    const { key } = await createAccount(service, 200);
    const { url, token } = service.gateway;
    const device = await addDevice(service, url, token, { template: 'Kode {brand}.ly: {code}' });
    expect((await send(key, 'Toko bit')).body).toMatchObject({
      code: 'company_name_invalid',
      fields: ['company_name'],
    });
    expect((await service.api.get('/api/otp/credit', { token: key })).body.data).toMatchObject({
      credit_balance: 200,
    });
    await service.database.tx((tx) => tx.delete(Device, { id: device.id }));
    await service.app.get(DevicePool).refresh();
    expect(await send(key, 'Toko bit')).toAnswer(200);
  });
});

describe('a brand that is approved for an account', () => {
  it('is refused to accounts without it, also in letters that look like its own', async () => {
    const owner = await createAccount(service);
    const other = await createAccount(service);
    const partner = await createAccount(service);
    expect(await send(other.key, 'Warung Ibu')).toAnswer(200);
    await approve(owner.userId, ['Warung Ibu']);
    for (const name of [
      'Warung Ibu',
      'WARUNG IBU',
      'ᴡᴀʀᴜɴɢ ɪʙᴜ',
      'Warung-Ibu!',
      'Wárung 1bu',
      'WarungIbu™',
      '*Warung* Ibu',
    ])
      expect((await send(other.key, name)).body.code, name).toBe('company_name_invalid');
    expect(await send(owner.key, 'Warung Ibu')).toAnswer(200);
    expect(await send(other.key, 'Warung Ibu Budi')).toAnswer(200);
    await approve(partner.userId, ['Warung Ibu', 'Kedai']);
    for (const { key } of [owner, partner]) expect(await send(key, 'Warung Ibu')).toAnswer(200);
    await approve(owner.userId, []);
    expect((await send(owner.key, 'Warung Ibu')).body.code).toBe('company_name_invalid');
    await approve(partner.userId, ['Kedai']);
    expect(await send(other.key, 'Warung Ibu')).toAnswer(200);
  });

  it('is refused on every route that takes a name', async () => {
    const [owner, other] = [await createAccount(service), await createAccount(service)];
    await approve(owner.userId, ['Apotek Sehat']);
    const token = await userToken(service, other.userId);
    const keys = await service.api.get('/api/account/api-keys', { token });
    const [{ id }] = keys.body.data as [{ id: number }];
    const company_name = 'ᴀᴘᴏᴛᴇᴋ sehat';
    const body = sendBody({ company_name });
    const answers = await Promise.all([
      service.api.post('/api/otp/send', body, { token: other.key }),
      service.api.post('/api/otp/verifications', { phone: body.phone, company_name }, { token: other.key }),
      service.api.post('/api/account/otp/send', { ...body, api_key_id: id }, { token }),
      service.api.post(`/api/account/api-keys/${id}/hook-secret`, { company_name }, { token }),
      service.api.post(
        `/api/hooks/generic?to=$.to&code=$.code&brand=${encodeURIComponent(company_name)}`,
        { to: body.phone, code: body.otp_code },
        { token: other.key },
      ),
    ]);
    for (const { body: answer } of answers) expect(answer.code).toBe('company_name_invalid');
  });

  it('is refused to a verification that was begun before, when its code is sent again', async () => {
    const [owner, other] = [await createAccount(service), await createAccount(service)];
    const { phone } = sendBody();
    const begun = await service.api.post(
      '/api/otp/verifications',
      { phone, company_name: 'Salon Ayu' },
      { token: other.key },
    );
    const { verification_id: id } = begun.body.data as { verification_id: string };
    await approve(owner.userId, ['Salon Ayu']);
    service.clock.advance(120);
    const again = await service.api.post(
      `/api/otp/verifications/${id}/resend`,
      { phone },
      { token: other.key },
    );
    expect(again.body.code).toBe('company_name_invalid');
  });

  it('is protected after an upgrade, whose earlier release knew no such keys', async () => {
    const [owner, other] = [await createAccount(service), await createAccount(service)];
    await approve(owner.userId, ['Hotel Melati']);
    await service.database.tx((tx) => tx.delete(BrandKey, { userId: owner.userId }));
    expect(await send(other.key, 'Hotel Melati')).toAnswer(200);
    await service.app.get(ProtectedBrands).rebuild();
    expect((await send(other.key, 'Hotel Melati')).body.code).toBe('company_name_invalid');
    await approve(owner.userId, []);
    await service.app.get(ProtectedBrands).rebuild();
    expect(await send(other.key, 'Hotel Melati')).toAnswer(200);
  });
});

describe('a reserved brand', () => {
  const reserve = (brands: unknown, token = admin) =>
    service.api.post('/api/admin/reserved-brands', { brands }, { token });
  const listed = async () => {
    const { body } = await service.api.get('/api/admin/reserved-brands', { token: admin });
    return (body.data as { items: { id: number; brand: string }[] }).items;
  };

  it('is refused as a word of another name too, but not within a word', async () => {
    const { key } = await createAccount(service);
    expect(await reserve(['Zeta'])).toAnswer(200);
    for (const name of ['Zeta Mobile', 'Info ZÉTA', 'KlikZeta', 'ze ta Promo'])
      expect((await send(key, name)).body.code, name).toBe('company_name_invalid');
    for (const name of ['Zetanoia', 'Kozeta Jaya']) expect(await send(key, name), name).toAnswer(200);
  });

  it('leaves the words of names that are only approved to others', async () => {
    const [owner, other] = [await createAccount(service), await createAccount(service)];
    await approve(owner.userId, ['Berkah']);
    expect((await send(other.key, 'Berkah')).body.code).toBe('company_name_invalid');
    expect(await send(other.key, 'Toko Berkah')).toAnswer(200);
  });

  it('is refused to all but the accounts that have it approved, until it is removed', async () => {
    const [bank, other] = [await createAccount(service), await createAccount(service)];
    expect(await send(other.key, 'Bank Nusa')).toAnswer(200);
    expect(await reserve(['Bank Nusa', 'Bank Rimba'])).toAnswer(200);
    expect(await reserve(['Bank Nusa'])).toAnswer(200);
    const names = (await listed()).map(({ brand }) => brand);
    expect(names.filter((brand) => brand === 'Bank Nusa')).toHaveLength(1);
    for (const name of ['Bank Nusa', 'BANK NUSA', 'ʙᴀɴᴋ ɴᴜsᴀ', 'B.a.n.k Nusa'])
      expect((await send(other.key, name)).body.code, name).toBe('company_name_invalid');
    await approve(bank.userId, ['Bank Nusa']);
    expect(await send(bank.key, 'Bank Nusa')).toAnswer(200);
    await approve(bank.userId, []);
    const { id } = (await listed()).find(({ brand }) => brand === 'Bank Nusa') ?? { id: 0 };
    expect(await service.api.delete(`/api/admin/reserved-brands/${id}`, { token: admin })).toAnswer(200);
    expect(await service.api.delete(`/api/admin/reserved-brands/${id}`, { token: admin })).toAnswer(404);
    expect(await send(other.key, 'Bank Nusa')).toAnswer(200);
    const log = await service.api.get('/api/admin/audit?limit=20', { token: admin });
    const { items } = log.body.data as { items: { action: string; detail: unknown }[] };
    expect(items).toContainEqual(
      expect.objectContaining({ action: 'brand.reserve', detail: { brands: ['Bank Nusa', 'Bank Rimba'] } }),
    );
    expect(items).toContainEqual(
      expect.objectContaining({ action: 'brand.release', detail: { brand: 'Bank Nusa' } }),
    );
  });

  it('is the administrators’ to set', async () => {
    const { userId } = await createAccount(service);
    expect(await reserve(['X'], await userToken(service, userId))).toAnswer(403);
    for (const brands of [undefined, [], [''], ['***'], ['a\u202eb'], 'BCA', ['x'.repeat(21)]])
      expect(await reserve(brands)).toAnswer(400);
  });
});
