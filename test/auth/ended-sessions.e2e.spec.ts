import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepBooks, startTestApp, type TestApp } from '../support/app.js';
import { createAccount } from '../support/factories.js';
import { userToken } from '../support/tokens.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ env: { WEBHOOK_ALLOW_PRIVATE: '1' } });
});
afterAll(() => test.close());
keepBooks(() => test);

const URL_OF_MINE = 'http://127.0.0.1:9/';

/** Begins a request, which gets through the guards; the end of its body goes out when the result is called. */
async function begin(method: string, path: string, token: string, body: object) {
  const text = JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': text.length,
  };
  const call = request(test.url + path, { method, headers });
  const answer = new Promise<unknown>((resolve, reject) => {
    call.on('error', reject).on('response', (response) => resolve(json(response)));
  });
  call.write(text.slice(0, -1));
  await delay(100);
  return async (): Promise<string> => {
    call.end(text.slice(-1));
    const { code = 'ok' } = (await answer) as { code?: string };
    return `${method} ${path}: ${code}`;
  };
}

it('a session that is ended while it asks leaves no key, no webhook and no secret of its own', async () => {
  const { userId } = await createAccount(test);
  const token = await userToken(test, userId);
  const made = async (path: string, body: object) =>
    (await test.api.post(path, body, { token })).body.data as { id: number };
  const key = await made('/api/account/api-keys', { name: 'toko' });
  const webhook = await made('/api/account/webhooks', { url: URL_OF_MINE });
  const keys = '/api/account/api-keys';
  const webhooks = '/api/account/webhooks';
  const asked: [string, string, object][] = [
    ['POST', keys, { name: 'pencuri' }],
    ['PATCH', `${keys}/${key.id}`, { active: true }],
    ['POST', `${keys}/${key.id}/rotate`, { overlap_seconds: 0 }],
    ['POST', `${keys}/${key.id}/hook-secret`, { company_name: 'Toko' }],
    ['PUT', `${keys}/${key.id}/hook-signing-key`, { signing_key: 'kunci-pencuri-yang-panjang-sekali' }],
    ['POST', webhooks, { url: URL_OF_MINE }],
    ['PATCH', `${webhooks}/${webhook.id}`, { url: `${URL_OF_MINE}pencuri` }],
    ['POST', `${webhooks}/${webhook.id}/rotate-secret`, { overlap_seconds: 0 }],
  ];
  const begun = await Promise.all(asked.map(([method, path, body]) => begin(method, path, token, body)));
  expect(await test.api.post('/api/auth/logout-all', undefined, { token })).toAnswer(200);
  const codes = await Promise.all(begun.map((end) => end()));
  expect(codes).toEqual(asked.map(([method, path]) => `${method} ${path}: token_invalid`));
});
