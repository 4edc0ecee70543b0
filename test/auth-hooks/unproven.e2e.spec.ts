import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepBooks } from '../support/app.js';
import { startTestService, type TestService } from '../support/service.js';
import { delivery, supabaseAccount } from './support.js';

const FAILURES = 3;

let service: TestService;
let callers = 0;
beforeAll(async () => {
  const env = { CALLBACK_FAILURES_PER_MINUTE: String(FAILURES), TRUST_PROXY: '1' };
  service = await startTestService({ env });
});
afterAll(() => service.close());
keepBooks(() => service);

const newCaller = () => ({ 'x-forwarded-for': `203.0.113.${++callers}` });

describe('requests to hooks that prove nothing', () => {
  const wrong = async (from: object, address = '/api/hooks/supabase?key_id=999999') => {
    const { raw, headers } = delivery(service, await supabaseAccount(service));
    const answer = await service.api.post(address, undefined, { raw, headers: { ...headers, ...from } });
    // Supabase reads what it may come again for out of a 200.
    return (answer.body as { error?: { http_code: number } }).error?.http_code ?? answer.status;
  };

  it('are refused unread beyond their number, though all come at once', async () => {
    const from = newCaller();
    const statuses = await Promise.all(Array.from({ length: 4 * FAILURES }, () => wrong(from)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(FAILURES);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3 * FAILURES);
  });

  it('keep nobody out who has proved himself at that address', async () => {
    const account = await supabaseAccount(service);
    const from = newCaller();
    const right = async () => {
      const { raw, headers } = delivery(service, account);
      const all = { ...headers, ...from };
      return (await service.api.post(account.address, undefined, { raw, headers: all })).status;
    };
    expect(await right()).toBe(200);
    for (let nth = 0; nth < 3 * FAILURES; nth++) expect(await wrong(from)).toBe(401);
    expect(await right()).toBe(200);
  });
});
