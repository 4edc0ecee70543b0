import { afterAll, beforeAll, expect, it } from 'vitest';
import { RefusedRequest } from '../../../src/operations/requests/refused-request.entity.js';
import { RefusedRequestLog } from '../../../src/operations/requests/refused-request-log.js';
import { Sweepers } from '../../../src/platform/background/sweepers.js';
import { keepBooks } from '../../support/app.js';
import { createAccount, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { statementsOf } from '../../support/statements.js';
import { written } from './support.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  // Nothing is written down by itself.
  await service.app.get(Sweepers).onModuleDestroy();
});
afterAll(() => service.close());
keepBooks(() => service);

const countOf = ({ userId }: { userId: number }) => service.database.read.countBy(RefusedRequest, { userId });

it('what is refused together is written down in one statement', async () => {
  const accounts = [await createAccount(service), await createAccount(service)];
  const statements = await statementsOf(service, async () => {
    for (const { key } of accounts)
      for (let i = 0; i < 4; i++)
        await service.api.post('/api/otp/send', sendBody({ phone: 'x' }), { token: key });
    await written(service);
  });
  expect(statements.filter(({ sql }) => sql.startsWith('INSERT INTO refused_requests'))).toHaveLength(1);
  for (const account of accounts) expect(await countOf(account)).toBe(4);
});

it('a flood of one account drops its own lines, and leaves room for those of others', async () => {
  const [flooding, other] = [await createAccount(service), await createAccount(service)];
  const refuse = ({ key }: { key: string }) =>
    service.api.post('/api/otp/send', sendBody({ phone: 'x' }), { token: key });
  for (let round = 0; round < 10; round++)
    await Promise.all(Array.from({ length: 30 }, () => refuse(flooding)));
  expect(await refuse(other)).toAnswer(400);
  await written(service);
  expect([await countOf(flooding), await countOf(other)]).toEqual([200, 1]);
  expect(service.logs.join('\n')).toContain(
    '"rows":100,"msg":"refused requests were too many to write down"',
  );
  await refuse(flooding);
  await written(service);
  expect(await countOf(flooding)).toBe(201);
});

it('a flood of many accounts keeps no more lines in memory than are written at once', async () => {
  const log = service.app.get(RefusedRequestLog);
  for (let userId = 1_000_001; userId <= 1_000_020; userId++)
    for (let i = 0; i < 200; i++)
      log.add({
        userId,
        apiKeyId: 1,
        route: 'POST /api/otp/send',
        status: 400,
        code: 'phone_invalid',
        fields: ['phone'],
        requestId: '00000000-0000-4000-8000-000000000000',
        address: '203.0.113.7',
        keyRefusal: null,
        createdAt: service.clock.now(),
      });
  const before = await service.database.read.count(RefusedRequest);
  await written(service);
  expect((await service.database.read.count(RefusedRequest)) - before).toBe(1000);
});
