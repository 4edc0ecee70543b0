import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.js';
import { createAccount, sendBody } from '../../support/factories.js';
import { DOCUMENT_PATHS } from '../../support/openapi.js';
import { startTestService } from '../../support/service.js';

const TOKEN = 'metrics-token-0123456789';

async function scrape({ url }: TestApp, token?: string) {
  const response = await fetch(`${url}/metrics`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

describe('/metrics', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ env: { METRICS_TOKEN: TOKEN } });
  });
  afterAll(() => test.close());

  it('takes its token and no other credential', async () => {
    expect(await scrape(test)).toMatchObject({ status: 401, text: expect.stringContaining('token_missing') });
    for (const wrong of ['x', `${TOKEN}x`, TOKEN.slice(1)])
      expect(await scrape(test, wrong)).toMatchObject({
        status: 401,
        text: expect.stringContaining('token_invalid'),
      });
    expect(await scrape(test, TOKEN)).toMatchObject({
      status: 200,
      type: 'text/plain; version=0.0.4; charset=utf-8',
    });
  });

  it('counts requests by route pattern: what callers write into an address appears nowhere', async () => {
    await test.api.get('/health/live?phone=081234567890');
    await test.api.delete('/api/account/api-keys/081234567890');
    await test.api.get('/api/0812-3456-7890');
    // A request is counted once its answer is out, which may be a moment after it is here.
    const text = await vi.waitFor(async () => {
      const scraped = await scrape(test, TOKEN);
      expect(scraped.text).toContain('route="(unknown)",status="404"');
      return scraped.text;
    }, 30_000);
    expect(text).toContain(
      'sandi_http_request_duration_seconds_count{method="GET",route="/health/live",status="200"} 1',
    );
    // Whole, since any figure may hold a few of its digits.
    expect(text).not.toMatch(/081234567890|0812-3456/);
    const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route));
    // The tests' own, of whichever app of a worker is the first.
    for (const path of DOCUMENT_PATHS) routes.delete(path);
    expect(routes).toEqual(new Set(['/health/live', '/api/account/api-keys/:id', '(unknown)', '/metrics']));
  });
});

describe('/metrics without METRICS_TOKEN', () => {
  it('does not exist in production', async () => {
    const test = await startTestApp({ env: { NODE_ENV: 'production' } });
    onTestFinished(() => test.close());
    expect((await test.api.get('/metrics')).body.code).toBe('not_found');
  });

  it('is open elsewhere, and tells sends, gateway calls and the pool', async () => {
    const service = await startTestService();
    onTestFinished(() => service.close());
    const { key } = await createAccount(service, 200);
    for (const status of [200, 402])
      expect(await service.api.post('/api/otp/send', sendBody(), { token: key })).toAnswer(status);
    const { text } = await scrape(service);
    expect(text).toContain('sandi_sends_total{outcome="accepted"} 1');
    expect(text).toContain('sandi_sends_total{outcome="insufficient_credit"} 1');
    expect(text).toContain('sandi_credit_refused_total 1');
    expect(text).toMatch(/sandi_gateway_request_duration_seconds_count\{[^}]*outcome="accepted"[^}]*\} 1/);
    expect(text).toContain('sandi_devices{state="active",health="well",rest="none"}');
    expect(text).toContain('process_cpu_seconds_total');
  });
});
