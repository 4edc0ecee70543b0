import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepBooks } from '../support/app.js';
import { createAccount, newPhone, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { adminToken, userToken } from '../support/tokens.js';

let service: TestService;
let admin: string;
let owner: { key: string; token: string; keyId: number; userId: number };
beforeAll(async () => {
  service = await startTestService();
  admin = await adminToken(service);
  const { key, userId } = await createAccount(service);
  const token = await userToken(service, userId);
  const keys = await service.api.get('/api/account/api-keys', { token });
  const [{ id: keyId }] = keys.body.data as [{ id: number }];
  owner = { key, token, keyId, userId };
});
afterAll(() => service.close());
keepBooks(() => service);

const wide = (phone: string) =>
  phone.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));

describe('the phone of a send in a text that is stored in clear', () => {
  const spellings = (phone: string) => {
    const rest = phone.slice(1);
    return [`user:62${rest}`, `0${rest.slice(0, 3)}/${rest.slice(3)}`, `id ${[...rest].join('_')}`];
  };

  it('is refused on every route, in any spelling, and named in the detail', async () => {
    for (let at = 0; at < 3; at++) {
      const phone = newPhone();
      const text = spellings(phone)[at] ?? '';
      const bodies: object[] = [
        { external_id: text },
        { metadata: { pengguna: text } },
        { metadata: { [text]: 'ya' } },
        { metadata: { nomor: wide(text) } },
        { metadata: { a: phone.slice(0, 5), b: phone.slice(5) } },
      ];
      for (const extra of bodies) {
        const body = { ...sendBody({ phone }), ...extra };
        const verification = { ...body, otp_code: undefined };
        const answers = [
          await service.api.post('/api/otp/send', body, { token: owner.key }),
          await service.api.post('/api/otp/verifications', verification, { token: owner.key }),
          await service.api.post(
            '/api/account/otp/send',
            { ...body, api_key_id: owner.keyId },
            { token: owner.token },
          ),
        ];
        const code = 'external_id' in extra ? 'external_id_invalid' : 'metadata_invalid';
        for (const answer of answers) {
          expect(answer.body).toMatchObject({
            code,
            detail: expect.stringContaining('nomor tujuan') as string,
          });
          expect(JSON.stringify(answer.body)).not.toContain(phone.slice(1));
        }
      }
    }
  });

  it('is the phone of this send only', async () => {
    const body = sendBody({ external_id: `user:62${newPhone().slice(1)}` });
    expect(await service.api.post('/api/otp/send', body, { token: owner.key })).toAnswer(200);
  });
});

describe('a text that others read', () => {
  const RTL = 'Budi \u202eudiB';

  it('turns no direction and hides nothing, wherever it is given', async () => {
    const { api } = service;
    const asOwner = { token: owner.token };
    const asAdmin = { token: admin };
    const account = {
      username: 'balik',
      email: 'balik@example.com',
      password: 'rahasia-panjang-9',
      name: RTL,
    };
    const device = { name: RTL, driver: 'http', base_url: 'http://127.0.0.1:1', token: 'token-device' };
    const guide = { instructions: '', accounts: [], operator_name: '', operator_address: '' };
    const bank = { bank: 'BCA', number: '123', holder: RTL };
    const answers = await Promise.all([
      api.post('/api/auth/register', account),
      api.patch('/api/auth/me', { name: RTL }, asOwner),
      api.post('/api/account/api-keys', { name: RTL }, asOwner),
      api.patch(`/api/account/api-keys/${owner.keyId}`, { name: RTL }, asOwner),
      api.post('/api/account/webhooks', { url: `https://example.com/\u202egpj` }, asOwner),
      api.post('/api/account/top-up/requests', { amount: 1000, sender: RTL }, asOwner),
      api.post('/api/account/top-up/requests', { amount: 1000, sender: 'Budi', note: RTL }, asOwner),
      api.post(`/api/account/api-keys/${owner.keyId}/hook-secret`, { company_name: RTL }, asOwner),
      api.post(`/api/admin/users/${owner.userId}/credit`, { amount: 1, note: RTL }, asAdmin),
      api.post('/api/admin/devices', device, asAdmin),
      api.put('/api/admin/top-up', { ...guide, instructions: RTL }, asAdmin),
      api.put('/api/admin/top-up', { ...guide, operator_name: RTL }, asAdmin),
      api.put('/api/admin/top-up', { ...guide, operator_address: RTL }, asAdmin),
      api.put('/api/admin/top-up', { ...guide, accounts: [bank] }, asAdmin),
      api.post('/api/otp/send', { ...sendBody(), metadata: { nama: RTL } }, { token: owner.key }),
    ]);
    for (const answer of answers) expect(answer).toAnswer(400);
  });
});

describe('a phone', () => {
  const send = (phone: string) =>
    service.api.post('/api/otp/send', sendBody({ phone }), { token: owner.key });

  it('is one recipient in every spelling', async () => {
    const rest = newPhone().slice(2);
    const sent = await send(`08${rest}`);
    expect(sent).toAnswer(200);
    const { recipient } = sent.body.data as { recipient: string };
    const spellings = [
      `+62 08${rest}`,
      `62 08${rest}`,
      `+62 (0)8${rest}`,
      `\u202a+62\u00a08\u2011${rest}\u202c`,
      wide(`08${rest}`),
    ];
    for (const written of spellings) {
      const body = { phone: written, otp_code: '000000' };
      const answer = await service.api.post(
        '/api/otp/messages/search',
        { phone: written },
        { token: owner.key },
      );
      expect(answer.body.data, written).toMatchObject({ items: [{ recipient }] });
      expect(await service.api.post('/api/otp/check', body, { token: owner.key })).toAnswer(200);
    }
  });

  it.each([
    ['021 555 1234', 'telepon rumah'],
    ['+62 (0)21 555 12345', 'telepon rumah'],
    ['6262812345678', 'ponsel Indonesia'],
    ['+12025550100', 'ponsel Indonesia'],
  ])('is no recipient as %s, and the detail says why', async (phone, words) => {
    const answer = await send(phone);
    expect(answer.body).toMatchObject({
      code: 'phone_invalid',
      detail: expect.stringContaining(words) as string,
    });
  });
});
