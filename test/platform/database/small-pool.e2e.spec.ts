import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ApiKeysService } from '../../../src/api-keys/index.js';
import { Database } from '../../../src/platform/database/index.js';
import { createAccount, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { DATABASE_POOL_SIZE: '2' } });
});
afterAll(() => service.close());

it('never waits for a second connection while it holds one: a burst of every kind ends on the smallest pool', async () => {
  const { key, userId } = await createAccount(service);
  const { key: testKey } = await service.app
    .get(ApiKeysService)
    .create(userId, { name: 'uji', mode: 'test' });
  const send = (token: string) => service.api.post('/api/otp/send', sendBody(), { token });
  const reads = ['credit', 'history', 'stats'].map((name) =>
    service.api.get(`/api/otp/${name}`, { token: key }),
  );
  const sends = Array.from({ length: 12 }, (_, i) => send(i % 2 === 0 ? key : testKey));
  const answers = await Promise.all([...sends, ...reads]);
  for (const answer of answers) expect(answer).toAnswer(200);
});

it.runIf(inject('engine') === 'mysql')(
  'a connection has no room for the prepared statements that nobody makes',
  async () => {
    const database = service.app.get(Database);
    const connection: unknown = await database.tx((tx) => tx.queryRunner!.connect());
    expect(connection).toMatchObject({ _statements: { max: 1 } });
  },
);
