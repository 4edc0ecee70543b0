import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService();
  ({ key } = await createAccount(service));
});
afterAll(() => service.close());

const ENGLISH = { 'accept-language': 'en-US,en;q=0.9' };

describe('the member detail', () => {
  const phoneAsNumber = (headers?: Record<string, string>) =>
    service.api.post('/api/otp/send', { ...sendBody(), phone: 81234567890 }, { token: key, headers });

  it('says of a phone that came as a number that it must be in quotes, in Indonesian', async () => {
    const { status, body } = await phoneAsNumber();
    expect([status, body.code, body.message]).toEqual([400, 'phone_invalid', 'Nomor telepon tidak valid.']);
    expect(body).toMatchObject({
      detail: 'phone harus teks dalam tanda kutip, karena angka kehilangan nol di depannya.',
    });
  });

  it('is in English for whoever asks for that', async () => {
    const { body } = await phoneAsNumber(ENGLISH);
    expect(body).toMatchObject({
      code: 'phone_invalid',
      detail: 'phone must be a string in quotes, since numbers lose their zeros.',
    });
  });
});
