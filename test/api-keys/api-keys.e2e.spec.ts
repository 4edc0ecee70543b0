import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKey } from '../../src/api-keys/api-key.entity.js';
import type { ApiKeyView, NewApiKey } from '../../src/api-keys/api-keys.dto.js';
import { modeOfKey } from '../../src/api-keys/key-format.rules.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { createAccount } from '../support/factories.js';
import { adminToken, userToken } from '../support/tokens.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const PATH = '/api/account/api-keys';

/** The keys of one account, which begins with one that the factory made. */
async function owner() {
  const { userId, key } = await createAccount(test);
  const token = await userToken(test, userId);
  const list = async () => (await test.api.get(PATH, { token })).body.data as ApiKeyView[];
  return {
    userId,
    key,
    token,
    list,
    ids: async () => (await list()).map(({ id }) => id),
    create: (body: unknown) => test.api.post(PATH, body, { token }),
    made: async (body: object = {}) =>
      (await test.api.post(PATH, { name: 'Kunci', ...body }, { token })).body.data as NewApiKey,
    patch: (id: number | string, body: unknown) => test.api.patch(`${PATH}/${id}`, body, { token }),
    remove: (id: number | string) => test.api.delete(`${PATH}/${id}`, { token }),
    rotate: (id: number | string, body?: unknown) => test.api.post(`${PATH}/${id}/rotate`, body, { token }),
  };
}

describe('an API key', () => {
  it('is shown once, when it is made, and kept as a hash', async () => {
    const { create, list } = await owner();
    const answer = await create({ name: '  Toko  ' });
    expect(answer).toAnswer(201);
    const { key, ...view } = answer.body.data as NewApiKey;
    expect(modeOfKey(key)).toBe('live');
    expect(view).toEqual({
      id: expect.any(Number) as number,
      name: 'Toko',
      mode: 'live',
      last4: key.slice(-4),
      active: true,
      expires_at: null,
      allowed_ips: null,
      daily_cap: null,
      spend_cap: null,
      rate_per_minute: null,
      allowed_operations: ['send', 'check', 'read'],
      hook_company_name: null,
      last_used_at: null,
      last_used_at_utc: null,
      last_refused_at: null,
      last_refused_at_utc: null,
      last_refused_address: null,
      last_refusal: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
      created_at_utc: expect.stringMatching(/Z$/) as string,
    });
    expect((await list())[0]).toEqual(view);
    const row = await test.database.read.findOneByOrFail(ApiKey, { id: view.id });
    expect(row.keyHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(key.slice(11, 40));
    expect(test.logs.join('')).not.toContain(key);
  });

  it('has the mode, end and addresses that were asked for', async () => {
    const { made } = await owner();
    const expires_at = '2099-12-31T17:00:00+07:00';
    const allowed_ips = ['203.0.113.7', '10.0.0.0/8', '2001:db8::/32'];
    const key = await made({ mode: 'test', expires_at, allowed_ips });
    expect(key).toMatchObject({ mode: 'test', expires_at: '2099-12-31T10:00:00.000Z', allowed_ips });
    expect(key.key).toMatch(/^sandi_test_/);
    expect(await made({ mode: null, expires_at: null, allowed_ips: null })).toMatchObject({
      mode: 'live',
      expires_at: null,
      allowed_ips: null,
    });
  });

  it.each<[object, string]>([
    [{ name: undefined }, 'parameter_missing'],
    [{ name: '  ' }, 'parameter_missing'],
    [{ name: 'x'.repeat(101) }, 'name_invalid'],
    [{ name: 'a\u0007b' }, 'name_invalid'],
    [{ name: 5 }, 'name_invalid'],
    [{ mode: 'prod' }, 'parameter_invalid'],
    [{ mode: ['live'] }, 'parameter_invalid'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'parameter_invalid'],
    [{ expires_at: '2099-12-31' }, 'parameter_invalid'],
    [{ expires_at: '2099-02-30T00:00:00Z' }, 'parameter_invalid'],
    [{ expires_at: 4102444800 }, 'parameter_invalid'],
    [{ allowed_ips: [] }, 'parameter_invalid'],
    [{ allowed_ips: '10.0.0.1' }, 'parameter_invalid'],
    [{ allowed_ips: ['10.0.0.1', 'kantor'] }, 'parameter_invalid'],
    [{ allowed_ips: [167772161] }, 'parameter_invalid'],
    [{ allowed_ips: ['10.0.0.0/33'] }, 'parameter_invalid'],
    [{ allowed_ips: Array(51).fill('10.0.0.1') }, 'parameter_invalid'],
  ])('with %j is refused', async (body, code) => {
    const { create, ids } = await owner();
    const before = await ids();
    const answer = await create({ name: 'Kunci', ...body });
    expect(answer).toAnswer(400, code);
    expect(await ids()).toEqual(before);
  });

  it('says which field is wrong', async () => {
    const { create } = await owner();
    const answer = await create({ name: 'x', expires_at: '2020-01-01T00:00:00Z' });
    expect(answer.body).toMatchObject({ fields: ['expires_at'] });
  });

  it('can be renamed and switched off and on', async () => {
    const { made, patch, list } = await owner();
    const { id } = await made();
    expect((await patch(id, { name: ' Baru ' })).body.data).toMatchObject({ id, name: 'Baru', active: true });
    expect((await patch(id, { active: false })).body.data).toMatchObject({ name: 'Baru', active: false });
    expect((await patch(id, { name: 'Lagi', active: true })).body.data).toMatchObject({
      name: 'Lagi',
      active: true,
    });
    expect((await patch(id, {})).body.data).toMatchObject({ name: 'Lagi' });
    expect((await list())[0]).toMatchObject({ id, name: 'Lagi', active: true });
    for (const [body, code] of [
      [{ name: '' }, 'name_invalid'],
      [{ name: null }, 'name_invalid'],
      [{ active: 'false' }, 'parameter_invalid'],
      [{ active: null }, 'parameter_invalid'],
    ] as const)
      expect((await patch(id, body)).body.code).toBe(code);
  });

  it('does not change its mode, addresses or owner through a rename', async () => {
    const { made, patch } = await owner();
    const { key: _, ...view } = await made({ mode: 'test', allowed_ips: ['10.0.0.1'] });
    const body = { name: 'Kunci', mode: 'live', allowed_ips: null, user_id: 1, deleted_at: null };
    expect((await patch(view.id, body)).body.data).toEqual(view);
  });

  it('is gone once it is deleted, and its row stays for the messages that point to it', async () => {
    const { made, remove, patch, rotate, ids } = await owner();
    const { id } = await made();
    const answer = await remove(id);
    expect(answer).toAnswer(200);
    expect(answer.body).toEqual({ success: true, message: 'API key dihapus.' });
    expect(await ids()).not.toContain(id);
    const after = [await remove(id), await patch(id, { active: true }), await rotate(id)];
    for (const answer of after) expect(answer).toAnswer(404);
    expect(await test.database.read.existsBy(ApiKey, { id })).toBe(true);
  });

  it('of someone else is not found', async () => {
    const { made, list } = await owner();
    const { id } = await made();
    const stranger = await owner();
    const answers = [
      await stranger.patch(id, { active: false }),
      await stranger.rotate(id),
      await stranger.remove(id),
    ];
    for (const answer of answers) expect(answer).toAnswer(404, 'not_found');
    expect(await stranger.ids()).not.toContain(id);
    expect((await list()).find((key) => key.id === id)).toMatchObject({ active: true, expires_at: null });
  });

  it.each(['0', '-1', 'abc', '1.5', '99999999999', '%00'])('with the id %s is not found', async (id) => {
    const { patch } = await owner();
    expect(await patch(id, {})).toAnswer(404);
  });
});

describe('a rotation', () => {
  it('makes a key like the old one, which ends at once', async () => {
    const { made, rotate, list } = await owner();
    const old = await made({ mode: 'test', name: 'Putar', allowed_ips: ['10.0.0.0/8'] });
    const answer = await rotate(old.id);
    expect(answer).toAnswer(201);
    const fresh = answer.body.data as NewApiKey;
    expect(fresh).toMatchObject({
      name: 'Putar',
      mode: 'test',
      allowed_ips: ['10.0.0.0/8'],
      expires_at: null,
    });
    expect(fresh.id).not.toBe(old.id);
    expect(fresh.key).not.toBe(old.key);
    const ended = (await list()).find(({ id }) => id === old.id);
    expect(new Date(ended?.expires_at ?? '9999').getTime()).toBeLessThanOrEqual(test.clock.now().getTime());
  });

  it('never lengthens the life of the old key, and hands its end on', async () => {
    const { made, rotate, list } = await owner();
    const expires_at = new Date(test.clock.now().getTime() + 60_000).toISOString();
    const { id } = await made({ expires_at });
    const fresh = (await rotate(id, { overlap_seconds: 3600 })).body.data as NewApiKey;
    expect(fresh.expires_at).toBe(expires_at);
    expect((await list()).find((key) => key.id === id)?.expires_at).toBe(expires_at);
  });

  it('does not bring back a key that no longer works', async () => {
    const { made, patch, rotate } = await owner();
    const off = await made();
    await patch(off.id, { active: false });
    const ended = await made();
    await rotate(ended.id);
    for (const { id } of [off, ended]) {
      const answer = await rotate(id);
      expect(answer).toAnswer(409, 'api_key_not_live');
    }
  });

  it.each([-1, 604_801, 1.5, '60', null])('with an overlap of %j is refused', async (overlap_seconds) => {
    const { made, rotate } = await owner();
    const { id } = await made();
    const answer = await rotate(id, { overlap_seconds });
    expect(answer).toAnswer(400, 'parameter_invalid');
  });
});

describe('an account', () => {
  it('has at most fifty live keys, however many it asks for at once', async () => {
    const { create, made, remove, rotate, list } = await owner();
    const answers = await Promise.all(Array.from({ length: 60 }, () => create({ name: 'Banyak' })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(49);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['409 api_key_limit']),
    );
    const [first, second] = await list();
    expect(await rotate(first?.id ?? 0)).toAnswer(201);
    expect((await rotate(second?.id ?? 0, { overlap_seconds: 60 })).body.code).toBe('api_key_limit');
    await remove(second?.id ?? 0);
    expect((await made()).id).toBeTruthy();
    expect((await create({ name: 'x' })).body.code).toBe('api_key_limit');
  });

  it('sees its live keys before those that have ended, newest first', async () => {
    const { made, rotate, ids } = await owner();
    const [first] = await ids();
    const a = await made();
    const b = await made();
    const c = (await rotate(a.id)).body.data as NewApiKey;
    expect(await ids()).toEqual([c.id, b.id, first, a.id]);
  });
});

describe('an administrator', () => {
  it('knows what the keys of an account are called, deleted ones too, and nothing else of them', async () => {
    const { userId, token, made, remove, ids } = await owner();
    const [first] = await ids();
    const a = await made({ name: 'Kasir', mode: 'test' });
    const b = await made({ name: 'Gudang' });
    await remove(b.id);
    const path = `/api/admin/users/${userId}/api-keys`;
    const answer = await test.api.get(path, { token: await adminToken(test) });
    expect(answer.body.data).toEqual([
      { id: b.id, name: 'Gudang', last4: b.last4, mode: 'live', deleted: true },
      { id: a.id, name: 'Kasir', last4: a.last4, mode: 'test', deleted: false },
      expect.objectContaining({ id: first, deleted: false }),
    ]);
    expect(await test.api.get(path, { token })).toAnswer(403);
  });
});
