import { expect, it, onTestFinished } from 'vitest';
import { startTestApp } from '../support/app.js';

const SECRETS = {
  SMTP_URL: 'smtp://user:mail-password@127.0.0.1:2525',
  METRICS_TOKEN: 'metrics-token-0123456789',
  GATEWAY_WEBHOOK_SECRET: 'webhook-secret-0123456789',
};

it('the settings tell anyone what the pages need, and no secret', async () => {
  const test = await startTestApp({ env: SECRETS });
  onTestFinished(() => test.close());
  const answer = await test.api.get('/api/settings');
  expect(answer.body.data).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    timezone: 'Asia/Jakarta',
    price: 200,
    price_inbound: 0,
    currency: 'IDR',
    signup_credit: 10_000,
    registration: 'open',
    password_min: 8,
    email_verification: 'optional',
    google_client_id: null,
  });
});

it('the settings name the Google client where there is one', async () => {
  const test = await startTestApp({ env: { GOOGLE_CLIENT_ID: 'client.apps.example', SIGNUP_CREDIT: '0' } });
  onTestFinished(() => test.close());
  const answer = await test.api.get('/api/settings');
  expect(answer.body.data).toMatchObject({ google_client_id: 'client.apps.example', signup_credit: 0 });
});
