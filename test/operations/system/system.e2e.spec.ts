import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { schema } from '../../../ormconfig.js';
import { ROLE } from '../../../src/platform/access/principal.js';
import { UsersService } from '../../../src/users/index.js';
import { login, sessionOf } from '../../auth/people.js';
import { createAccount, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { userToken } from '../../support/tokens.js';

let service: TestService;
let admin: string;
beforeAll(async () => {
  service = await startTestService();
  admin = sessionOf(await login(service, 'admin', 'admin-password')).token;
});
afterAll(() => service.close());

const view = async () =>
  (await service.api.get('/api/admin/system', { token: admin })).body.data as Record<string, object>;

describe('the system view', () => {
  it('tells an administrator version, stores, queues, books and devices', async () => {
    const mysql = inject('engine') === 'mysql';
    expect(await view()).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      node: process.version,
      instance: expect.stringMatching(/:\d+$/) as string,
      started_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      uptime_seconds: expect.any(Number) as number,
      memory: { rss_bytes: expect.any(Number) as number, heap_used_bytes: expect.any(Number) as number },
      database: {
        engine: mysql ? 'mysql' : 'sqlite',
        version: expect.stringMatching(mysql ? /^\d+\.\d+\.\d+/ : /^3\./) as string,
        latency_ms: expect.any(Number) as number,
        migrations: { applied: schema.migrations.length, pending: 0 },
      },
      redis: { configured: false, state: 'unused' },
      queues: {
        webhook_events: 0,
        webhook_deliveries: 0,
        webhook_deliveries_held: 0,
        callbacks: 0,
        pending_messages: 0,
      },
      books: {
        every_seconds: 3600,
        last_checked_at: null,
        next_check_at: expect.any(String),
        violations: null,
      },
      devices: {
        well: 1,
        degraded: 0,
        restricted: 0,
        disconnected: 0,
        not_linked: 0,
        template_blocked: 0,
        setup: 0,
        failing: 0,
        resting: 0,
        at_limit: 0,
        draining: 0,
      },
    });
  });

  it('counts the messages whose outcome is not known', async () => {
    const { key } = await createAccount(service);
    service.gateway.script([{ dropAnswer: 'after' }]);
    await service.api.post('/api/otp/send', sendBody(), { token: key });
    expect((await view())['queues']).toMatchObject({ pending_messages: 1 });
  });

  it('is for administrators only', async () => {
    const { userId, key } = await createAccount(service);
    expect((await service.app.get(UsersService).find(userId))?.roleId).toBe(ROLE.user);
    const tokens = [undefined, key, await userToken(service, userId)];
    const answers = tokens.map((token) => service.api.get('/api/admin/system', { token }));
    const codes = (await Promise.all(answers)).map(({ body }) => body.code);
    expect(codes).toEqual(['token_missing', 'token_invalid', 'forbidden']);
  });
});
