import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MessageAttempt } from '../../src/otp/message.entities.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { createAccount, sendBody } from '../support/factories.js';
import { addDevice, clearDevices } from './devices.js';
import { closedPort } from './support.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ env: { GATEWAY_ATTEMPTS_MAX: '1', DEVICE_PROBE_SECONDS: '86400' } });
});
afterAll(() => test.close());

describe('a failure that the operator has to mend', () => {
  it.each([
    [
      'a token that cannot be opened',
      () => Promise.resolve({ tokenSealed: 'v1.broken' }),
      'perhaps DATA_KEY has changed',
    ],
    ['a driver that is gone', () => Promise.resolve({ driver: 'retired' }), 'there is no driver retired'],
    [
      'a gateway that is away',
      async () => ({ baseUrl: `http://${await closedPort()}` }),
      'gateway not reached (ECONNREFUSED)',
    ],
  ])('is told to its sender without the cause, which the attempts keep: %s', async (_name, make, cause) => {
    const { id } = await addDevice(test, 'http://127.0.0.1:1', 'token', await make());
    const { key } = await createAccount(test, 200);
    const answer = await test.api.post('/api/otp/send', sendBody(), { token: key });
    const words = 'the device could not send';
    expect(answer.body).toMatchObject({
      code: 'gateway_error',
      error_message: words,
      message: `Gagal mengirim OTP: ${words}`,
    });
    const { reference } = answer.body as unknown as { reference: string };
    const timeline = await test.api.get(`/api/otp/messages/${reference}`, { token: key });
    expect(timeline.body.data).toMatchObject({ error_message: words });
    expect(JSON.stringify(timeline.body)).not.toContain(cause);
    const attempt = await test.database.read.findOneOrFail(MessageAttempt, {
      where: { deviceId: id },
      order: { id: 'DESC' },
    });
    expect(attempt.reason).toContain(cause);
    await clearDevices(test);
  });
});
