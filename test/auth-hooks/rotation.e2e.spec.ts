import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiKey } from '../../src/api-keys/api-key.entity.js';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { HookSettings } from '../../src/auth-hooks/hook-settings.js';
import { firstDataKey } from '../../src/platform/security/data-keys.rules.js';
import { Sealer } from '../../src/platform/security/sealer.js';
import { keepBooks } from '../support/app.js';
import { actorOf } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { delivery, messagesOf, type SupabaseAccount, supabaseAccount } from './support.js';

let service: TestService;
let keys: ApiKeysService;
beforeAll(async () => {
  service = await startTestService();
  keys = service.app.get(ApiKeysService);
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

const deliver = async (account: SupabaseAccount, address = account.address) => {
  const { raw, headers } = delivery(service, account);
  return (await service.api.call('POST', address, { raw, headers })).status;
};

describe('the hook of a key that was rotated', () => {
  it('goes on at its address, with its secret and company, in the overlap and after it', async () => {
    const account = await supabaseAccount(service);
    const fresh = await keys.rotate(actorOf(account.userId), account.keyId, 60);
    expect(fresh.hook_company_name).toBe('Toko Maju');
    expect(await deliver(account)).toBe(200);
    service.clock.advance(61);
    expect(await deliver(account)).toBe(200);
    const last = await keys.rotate(actorOf(account.userId), fresh.id, 0);
    expect(await deliver(account)).toBe(200);
    expect(await deliver(account, account.address.replace(/\d+$/, String(last.id)))).toBe(200);
    const messages = await messagesOf(service, account.userId);
    expect(messages.map(({ apiKeyId }) => apiKeyId)).toEqual([account.keyId, fresh.id, last.id, last.id]);
    expect(new Set(messages.map(({ companyName }) => companyName))).toEqual(new Set(['Toko Maju']));
  });

  it('goes on after its owner has deleted the old key, and ends with the new one', async () => {
    const account = await supabaseAccount(service);
    const fresh = await keys.rotate(actorOf(account.userId), account.keyId, 60);
    await keys.remove(actorOf(account.userId), account.keyId);
    expect(await deliver(account)).toBe(200);
    await keys.update(actorOf(account.userId), fresh.id, { active: false });
    expect(await deliver(account)).toBe(401);
  });

  it('takes the secret of a new key alone once that has another and the old key has ended', async () => {
    const account = await supabaseAccount(service);
    const fresh = await keys.rotate(actorOf(account.userId), account.keyId, 0);
    const renewed = await service.app.get(HookSettings).renewSecret(actorOf(account.userId), fresh.id, {});
    expect(await deliver(account)).toBe(401);
    expect(await deliver({ ...account, secret: renewed.secret })).toBe(200);
  });

  it('is refused while its secret is under a lost DATA_KEY, and goes on with another', async () => {
    const account = await supabaseAccount(service);
    const hookSecretSealed = new Sealer(firstDataKey('a DATA_KEY that nobody has')).seal(account.secret);
    await service.database.tx((tx) => tx.update(ApiKey, { id: account.keyId }, { hookSecretSealed }));
    expect(await deliver(account)).toBe(401);
    const settings = service.app.get(HookSettings);
    const renewed = await settings.renewSecret(actorOf(account.userId), account.keyId, {});
    expect(await deliver({ ...account, secret: renewed.secret })).toBe(200);
  });

  it('stands under the daily cap that the old key has used up', async () => {
    const account = await supabaseAccount(service, { daily_cap: 1 });
    expect(await deliver(account)).toBe(200);
    await keys.rotate(actorOf(account.userId), account.keyId, 0);
    await deliver(account);
    expect(await messagesOf(service, account.userId)).toHaveLength(1);
  });

  it('does not come back with a key that is no rotation of its own', async () => {
    const account = await supabaseAccount(service);
    await keys.remove(actorOf(account.userId), account.keyId);
    const other = await keys.create(account.userId, { name: 'lain' });
    await service.app.get(HookSettings).storeSigningKey(actorOf(account.userId), other.id, {
      signing_key: account.secret.replace(/^v1,/, ''),
      company_name: 'Toko Lain',
    });
    expect(await deliver(account)).toBe(401);
  });
});
