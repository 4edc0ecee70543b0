import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { type Account, createAccount, newPhone, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { requireProgram } from '../support/services/find-program.js';
import { FrontProxy } from './front-proxies.js';

const PRETENDED = '203.0.113.9';
const found = (['nginx', 'caddy'] as const).filter((name) => requireProgram(name).kind === 'program');

describe.each(found)('%s, by its configuration in deploy/', (name) => {
  let service: TestService;
  let account: Account;
  let proxy: FrontProxy;
  beforeAll(async () => {
    service = await startTestService({ env: { TRUST_PROXY: '1', METRICS_TOKEN: 'x'.repeat(32) } });
    account = await createAccount(service);
    proxy = await FrontProxy.start(name, new URL(service.url).host);
  });
  afterAll(async () => {
    await proxy.stop();
    await service.close();
  });

  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await proxy.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, text, json: () => JSON.parse(text) as { code?: string } };
  };
  const send = (key: string, headers = {}, body: unknown = sendBody()) =>
    post('/api/otp/send', body, { authorization: `Bearer ${key}`, ...headers });

  it('hands on a send, and its answer', async () => {
    expect(await send(account.key)).toAnswer(200);
  });

  it("tells the caller's own address, whatever address the caller claims", async () => {
    const keyFor = async (allowedIp: string) => {
      const request = { name: 'uji', mode: 'live' as const, allowed_ips: [allowedIp] };
      return (await service.app.get(ApiKeysService).create(account.userId, request)).key;
    };
    const claim = { 'x-forwarded-for': PRETENDED };
    expect(await send(await keyFor('127.0.0.1'), claim)).toAnswer(200);
    expect(await send(await keyFor(PRETENDED), claim)).toAnswer(401);
  });

  it('lets the service refuse a body of its own routes, takes what a callback may have, and no more', async () => {
    const tooMuch = await send(account.key, {}, { ...sendBody(), company_name: 'x'.repeat(17_000) });
    expect(tooMuch).toAnswer(413, 'body_too_large');
    // Of a stranger: the service says so once it has taken the body, or before.
    const large = await post('/api/webhook/gateway/1', { text: 'x'.repeat(1_000_000) });
    expect(large.json().code).not.toBe('body_too_large');
    const beyond = await post('/api/webhook/gateway/1', { text: 'x'.repeat(1_100_000) }).catch(() => null);
    // Answered by the proxy itself, or cut off by it while it is still being sent.
    expect([null, 413]).toContain(beyond?.status ?? null);
  });

  it('waits longer than a send may take: what became of it is said by the service', async () => {
    const { GATEWAY_TIMEOUT_MS } = service.config;
    expect(GATEWAY_TIMEOUT_MS).toBe(15_000);
    service.gateway.script([{ answerDelayMs: GATEWAY_TIMEOUT_MS + 10_000 }]);
    const answer = await send(account.key, {}, sendBody({ phone: newPhone() }));
    expect(answer).toAnswer(504, { reason: 'gateway_timeout' });
  });

  it('hands on each event of a stream as it comes', async () => {
    let next = () => {};
    const taken = new Promise<void>((resolve) => (next = resolve));
    const upstream = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      void taken.then(() => response.end('data: 2\n\n'));
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const streaming = await FrontProxy.start(name, `127.0.0.1:${(upstream.address() as AddressInfo).port}`);
    onTestFinished(async () => {
      await streaming.stop();
      upstream.close();
    });
    const { body } = await streaming.request('/api/account/requests/live');
    const events: string[] = [];
    // The second is not written before the first has arrived.
    for await (const chunk of body) {
      events.push(String(chunk));
      next();
    }
    expect(events.join('')).toBe('data: 1\n\ndata: 2\n\n');
  });

  it('shows health and metrics to nobody', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics'])
      expect([path, (await proxy.request(path)).statusCode]).toEqual([path, 404]);
  });
});
