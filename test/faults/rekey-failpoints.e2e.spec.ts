import { afterEach, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator/gateway.js';
import { auditLedger } from '../../src/operations/books/audit-ledger.js';
import { BOTH, NEW, OLD, rekey, sealedIn, storeSecrets } from '../operations/rekey/moving.js';
import { newDatabase, type TestDatabase } from '../support/databases.js';
import { startTestService, type TestService } from '../support/service.js';
import { temporaryFolder } from '../support/services/temporary-folder.js';
import { FAILPOINTS } from './failpoints.js';

const REKEY_FAILPOINTS = FAILPOINTS.filter((name) => name.startsWith('rekey.'));
const DROP = ['--drop-old-key', '--forget-indexes', '--forget-lists'];

let gateway: Simulator | undefined;
let database: TestDatabase | undefined;
let service: TestService | undefined;
afterEach(async () => {
  await service?.close();
  await gateway?.close();
  await database?.drop();
});

it('rekeying that is killed at any step goes on where it was', { timeout: 600_000 }, async () => {
  expect(REKEY_FAILPOINTS.length).toBeGreaterThan(7);
  gateway = await startSimulator({ switches: { timeline: 'none' } });
  for (const failpoint of REKEY_FAILPOINTS) {
    database = await newDatabase(temporaryFolder('rekey-kills').path);
    const start = (key: string) =>
      startTestService({ databaseUrl: database?.url, gateway, env: { DATA_KEY: key } });
    service = await start(OLD);
    await storeSecrets(service);
    await service.close();
    service = await start(BOTH);
    expect((await rekey(service, DROP, { FAILPOINT: failpoint })).code, failpoint).toBeNull();
    expect(await auditLedger(service.database.read.dataSource, new Date()), failpoint).toEqual([]);
    if (failpoint !== 'rekey.dropped')
      expect(await rekey(service, DROP), failpoint).toMatchObject({ code: 0 });
    await service.close();
    service = await start(NEW);
    expect([...(await sealedIn(service, NEW)).values()], failpoint).not.toContain(false);
    expect(await auditLedger(service.database.read.dataSource, new Date()), failpoint).toEqual([]);
    await service.close();
    await database.drop();
  }
});
