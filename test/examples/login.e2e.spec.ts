import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ScriptedServer } from '../sdk/support/scripted-server.js';
import { keepBooks } from '../support/app.js';
import { createAccount, newPhone } from '../support/factories.js';
import { Program } from '../support/program.js';
import { startTestService, type TestService } from '../support/service.js';
import { quietPort } from '../support/services/quiet-port.js';
import { userToken } from '../support/tokens.js';

const NEWS_TIMEOUT_MS = 15_000;

let service: TestService;
let account: Awaited<ReturnType<typeof createAccount>>;

beforeAll(async () => {
  service = await startTestService({ env: { WEBHOOK_ALLOW_PRIVATE: '1' } });
  account = await createAccount(service);
});
afterAll(() => service.close());
keepBooks(() => service);

/** The example beside the service, its webhook registered as its README says. */
async function startExample(sandi = service.url): Promise<string> {
  const port = await quietPort();
  const token = await userToken(service, account.userId);
  const url = `http://127.0.0.1:${port}/webhooks/sandi`;
  const events = ['otp.delivered', 'otp.failed'];
  const { body } = await service.api.post('/api/account/webhooks', { url, events }, { token });
  const example = new Program('examples/login/main.mjs', {
    SANDI_URL: sandi,
    SANDI_API_KEY: account.key,
    SANDI_WEBHOOK_SECRET: (body.data as { secret: string }).secret,
    PORT: String(port),
  });
  return example.says(/listens on (http:\/\/\S+)/);
}

/** As the page of the example asks. */
async function ask(url: string, body?: object, cookie = '') {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
  });
  const content = (await response.json()) as Record<string, string>;
  return {
    status: response.status,
    body: content,
    cookie: response.headers.get('set-cookie')?.split(';')[0],
  };
}

/** What the phone shows. */
const codeIn = (text: string) => /\d{6}/.exec(text)?.[0] ?? '';

describe('the example integrator', () => {
  it('logs a user in with the code that arrived on their phone, once, and knows when it arrived', async () => {
    const example = await startExample();
    const asked = await ask(`${example}/logins`, { phone: newPhone() });
    expect(asked).toAnswer(201);
    const login = `${example}/logins/${asked.body['id']}`;
    expect((await ask(login)).body).toEqual({ status: 'sent' });

    const message = service.gateway.accepted.at(-1);
    await service.gateway.callback(message?.id ?? '', 'delivered');
    const deadlineMs = performance.now() + NEWS_TIMEOUT_MS;
    while ((await ask(login)).body['status'] !== 'delivered' && performance.now() < deadlineMs)
      await sleep(50);
    expect((await ask(login)).body).toEqual({ status: 'delivered' });

    const code = codeIn(message?.text ?? '');
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect(await ask(`${login}/code`, { code: wrong })).toAnswer(401);
    const entered = await ask(`${login}/code`, { code });
    expect(entered).toAnswer(200);
    expect((await ask(`${example}/me`, undefined, entered.cookie)).body).toEqual(entered.body);
    expect(await ask(`${example}/me`)).toAnswer(401);
    expect(await ask(`${login}/code`, { code })).toAnswer(404);
  });

  it('lets a user type the code where the response to the send was lost', async () => {
    const cutting = new ScriptedServer();
    onTestFinished(() => cutting.close());
    const url = await cutting.start();
    cutting.play([{ cut: true }], true);
    const example = await startExample(url.replace(/\/$/, ''));
    const asked = await ask(`${example}/logins`, { phone: newPhone() });
    expect(asked).toMatchObject({ status: 202, body: { id: expect.any(String) as string } });
    expect(cutting.seen[0]?.headers['idempotency-key']).toBe(asked.body['id']);
  });

  it('tells its user in words when the number is wrong, and takes no webhook that is not signed', async () => {
    const example = await startExample();
    const refused = await ask(`${example}/logins`, { phone: '12' });
    expect(refused).toMatchObject({ status: 400, body: { error: 'Nomor telepon tidak valid.' } });
    const forged = await fetch(`${example}/webhooks/sandi`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    await expect(forged).toAnswer(401);
  });
});
