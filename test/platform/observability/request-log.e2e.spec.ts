import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const linesOf = (requestId: string | null) =>
  test.logs
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ reqId }) => reqId === requestId);

describe('the log of a request', () => {
  it('is one line with id, method, route pattern, status and milliseconds, and nothing else', async () => {
    const answer = await test.api.get('/health/live?phone=081234567890');
    const requestId = answer.headers.get('x-request-id');
    expect(linesOf(requestId)).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        reqId: requestId,
        method: 'GET',
        route: '/health/live',
        status: 200,
        durationMs: expect.any(Number),
        msg: 'request',
      },
    ]);
  });

  it('never takes its id from the caller', async () => {
    const answer = await test.api.get('/health/live', { headers: { 'x-request-id': '081234567890' } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('tells of a failure its code, and of address, headers and body nothing', async () => {
    const secrets = ['rahasia-pw-9911', 'rahasia-header-7733', '081299887766', 'rahasia-query-5522'];
    const [password, header, phone, query] = secrets;
    const answer = await test.api.post(
      `/api/auth/login?q=${query}`,
      { username: phone, password },
      { headers: { authorization: `Bearer ${header}`, 'x-anything': `${header}` } },
    );
    await test.api.get(`/api/${phone}/${query}`);
    await test.api.post('/api/auth/login', undefined, { raw: `{"password": "${password}"` });
    expect(answer).toAnswer(401);
    expect(linesOf(answer.headers.get('x-request-id'))).toContainEqual(
      expect.objectContaining({ msg: 'request failed', code: 'credentials_invalid' }),
    );
    const all = test.logs.join('\n');
    for (const secret of secrets) expect(all).not.toContain(secret);
  });
});
