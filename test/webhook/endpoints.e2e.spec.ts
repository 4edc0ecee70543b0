import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebhookEndpoint } from '../../src/webhook/webhook.entities.js';
import { keepBooks, startTestApp, type TestApp } from '../support/app.js';
import { dataOf, type Endpoint, newOwner, type Owner, register, ROOT, WEBHOOK_ENV } from './support.js';

let test: TestApp;
let owner: Owner;
beforeAll(async () => {
  test = await startTestApp({ env: WEBHOOK_ENV });
  owner = await newOwner(test);
});
afterAll(() => test.close());
keepBooks(() => test);

const URL_OK = 'http://127.0.0.1:9/hook';

describe('the webhooks of an account', () => {
  it('show their secret once, and keep it sealed', async () => {
    const answer = await test.api.post(ROOT, { url: URL_OK, events: ['otp.sent'] }, { token: owner.token });
    expect(answer).toAnswer(201);
    const { id, secret, ...view } = dataOf<Endpoint & Record<string, unknown>>(answer);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(view).toMatchObject({
      url: URL_OK,
      events: ['otp.sent'],
      active: true,
      disabled_reason: null,
      failing_since: null,
      health: { state: 'untested', failures: 0, success_share: null, next_attempt_at: null },
    });
    const listed = await test.api.get(ROOT, { token: owner.token });
    expect(listed.text).not.toContain(secret);
    expect(dataOf<Endpoint[]>(listed).map((endpoint) => endpoint.id)).toContain(id);
    const row = await test.database.read.findOneByOrFail(WebhookEndpoint, { id });
    expect(JSON.stringify(row)).not.toContain(secret.slice(6));
    expect(test.logs.join('')).not.toContain(secret);
  });

  it('are at most WEBHOOK_ENDPOINTS_MAX, also when asked for at once; a deleted one makes room', async () => {
    const crowd = await newOwner(test);
    const create = () => test.api.post(ROOT, { url: URL_OK }, { token: crowd.token });
    const answers = await Promise.all(Array.from({ length: 8 }, create));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('webhook_limit');
    const [made] = answers.filter(({ status }) => status === 201);
    const { id } = dataOf<Endpoint>(made as (typeof answers)[number]);
    expect(await test.api.delete(`${ROOT}/${id}`, { token: crowd.token })).toAnswer(200);
    expect(await create()).toAnswer(201);
  });

  it.each([
    [{}, 'parameter_missing'],
    [{ url: 'ftp://example.com/' }, 'webhook_url_invalid'],
    [{ url: 'http://user:pass@example.com/' }, 'webhook_url_invalid'],
    [{ url: 'not a url' }, 'webhook_url_invalid'],
    [{ url: 7 }, 'webhook_url_invalid'],
    [{ url: `https://example.com/${'x'.repeat(2048)}` }, 'webhook_url_invalid'],
    [{ url: URL_OK, events: [] }, 'parameter_invalid'],
    [{ url: URL_OK, events: ['otp.sent', 'otp.sent'] }, 'parameter_invalid'],
    [{ url: URL_OK, events: ['otp.read'] }, 'parameter_invalid'],
    [{ url: URL_OK, events: 'otp.sent' }, 'parameter_invalid'],
  ])('refuse %j with %s', async (body, code) => {
    const answer = await test.api.post(ROOT, body, { token: owner.token });
    expect(answer).toAnswer(400, code);
  });

  it('change their URL, their events and whether they are active', async () => {
    const changing = await newOwner(test);
    const { id } = await register(test, changing, URL_OK);
    const patch = async (body: object) =>
      dataOf<object>(await test.api.patch(`${ROOT}/${id}`, body, { token: changing.token }));
    expect(await patch({ events: ['otp.failed'] })).toMatchObject({ events: ['otp.failed'], active: true });
    expect(await patch({ events: null, active: false })).toMatchObject({ events: null, active: false });
    expect(await patch({ url: `${URL_OK}/2` })).toMatchObject({ url: `${URL_OK}/2`, active: false });
    const refused = await test.api.patch(`${ROOT}/${id}`, { url: 'x' }, { token: changing.token });
    expect(refused.body.code).toBe('webhook_url_invalid');
  });

  it('are nobody else’s: a foreign or deleted id is not found', async () => {
    const { id } = await register(test, owner, URL_OK);
    const stranger = await newOwner(test);
    const calls = (token: string) => [
      test.api.patch(`${ROOT}/${id}`, { active: false }, { token }),
      test.api.delete(`${ROOT}/${id}`, { token }),
      test.api.post(`${ROOT}/${id}/rotate-secret`, {}, { token }),
      test.api.post(`${ROOT}/${id}/test`, undefined, { token }),
      test.api.get(`${ROOT}/${id}/deliveries`, { token }),
      test.api.post(`${ROOT}/${id}/replay`, { since: '2026-01-01T00:00:00Z' }, { token }),
      test.api.post(`${ROOT}/deliveries/${id}/replay`, undefined, { token }),
    ];
    for (const call of calls(stranger.token)) expect((await call).body.code).toBe('not_found');
    expect(dataOf<Endpoint[]>(await test.api.get(ROOT, { token: stranger.token }))).toEqual([]);
    expect(await test.api.delete(`${ROOT}/${id}`, { token: owner.token })).toAnswer(200);
    for (const call of calls(owner.token)) expect((await call).body.code).toBe('not_found');
  });

  it('take a user token only', async () => {
    expect((await test.api.get(ROOT)).body.code).toBe('token_missing');
    expect((await test.api.get(ROOT, { token: owner.key })).body.code).toBe('token_invalid');
  });
});
