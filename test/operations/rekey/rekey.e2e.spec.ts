import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../simulator/gateway.js';
import { RecoveryCodes } from '../../../src/auth/second-factor/recovery-codes.js';
import { CallbackUrlKeys } from '../../../src/gateway/callback-url-keys.js';
import { Device } from '../../../src/gateway/device.entities.js';
import { SEALED } from '../../../src/operations/rekey/data-key-columns.js';
import { Resealing } from '../../../src/operations/rekey/resealing.js';
import type { Database } from '../../../src/platform/database/index.js';
import { Sealer } from '../../../src/platform/security/sealer.js';
import { PrivacyRequest } from '../../../src/privacy/records/index.js';
import { type Enrolled, enrolled } from '../../auth/second-factor/authenticator.js';
import { addDevice } from '../../gateway/devices.js';
import { callBack } from '../../gateway/drivers/fakes/fake.js';
import { keepBooks } from '../../support/app.js';
import { newDatabase, type TestDatabase } from '../../support/databases.js';
import { startTestService, type TestService } from '../../support/service.js';
import { temporaryFolder } from '../../support/services/temporary-folder.js';
import { RunningClock } from '../../support/test-clock.js';
import { adminToken } from '../../support/tokens.js';
import { BOTH, NEW, OLD, rekey, sealedIn, storeSecrets } from './moving.js';

const TIMEOUT_MS = 120_000;
/** Of one owner. */
const RECOVERY_CODES = 10;

let gateway: Simulator;
let database: TestDatabase;
let service: TestService;
let owner: string;
/** Makes new recovery codes under the new key. */
let renewing: Enrolled;

let isRunning = false;

async function stop(): Promise<void> {
  if (isRunning) await service.close();
  isRunning = false;
}

async function restart(key: string): Promise<void> {
  await stop();
  service = await startTestService({
    ...{ databaseUrl: database.url, gateway, clock: new RunningClock() },
    env: { DATA_KEY: key },
  });
  isRunning = true;
}

beforeAll(async () => {
  gateway = await startSimulator({ switches: { timeline: 'none' } });
  database = await newDatabase(temporaryFolder('rekey').path);
  await restart(OLD);
  ({ owner } = await storeSecrets(service));
  renewing = await enrolled(service);
  await addDevice(service, 'http://127.0.0.1:1', 'a.b', { driver: 'fonnte', name: 'fonnte-2' });
}, TIMEOUT_MS);
afterAll(async () => {
  await stop();
  await gateway.close();
  await database.drop();
});
keepBooks(() => service);

describe('npm run rekey', { timeout: TIMEOUT_MS }, () => {
  it('moves nothing before the new key is there, and first', async () => {
    const alone = await rekey(service, [], { DATA_KEY: OLD });
    expect([alone.code, alone.output]).toEqual([1, expect.stringMatching(/^DATA_KEY has one key/)]);
    await restart(`${OLD},${NEW}`);
    const second = await rekey(service, [], { DATA_KEY: `${OLD},${NEW}` });
    expect([second.code, second.output]).toEqual([1, expect.stringMatching(/still has the old key first/)]);
    expect(new Set((await sealedIn(service, OLD)).values())).toEqual(new Set([true]));
  });

  it('does again what a kill has left, beside the running service', async () => {
    await restart(BOTH);
    const killed = await rekey(service, [], { FAILPOINT: 'rekey.written:3' });
    expect(killed.code).toBeNull();
    const { code, output } = await rekey(service);
    expect(code).toBe(0);
    expect(output).toMatch(/^Sealed with the new key: \d+ \(/);
    const sealed = await sealedIn(service, NEW);
    expect([...sealed.keys()].sort()).toEqual(SEALED.map(({ table, column }) => `${table}.${column}`).sort());
    expect([...sealed].filter(([, opens]) => !opens)).toEqual([]);
  });

  it('leaves what changes meanwhile', async () => {
    const { app, config } = service;
    const sealer = app.get(Sealer);
    const [first] = await service.database.read.find(Device, { order: { id: 'ASC' }, take: 1 });
    if (!first) throw new Error('no device');
    const old = new Sealer([{ text: OLD, number: 1 }]);
    const write = (tokenSealed: string) =>
      service.database.tx((tx) => tx.update(Device, { id: first.id }, { tokenSealed }));
    await write(old.seal('before'));
    const fresh = sealer.seal('meanwhile');
    /** A write between the look and the change. */
    const beside = {
      read: {
        query: async (sql: string, values: unknown[]) => {
          const rows = await service.database.read.query<object[]>(sql, values);
          if (sql.includes('token_sealed') && rows.length > 0) await write(fresh);
          return rows;
        },
      },
      tx: service.database.tx.bind(service.database),
    } as unknown as Database;
    await new Resealing(beside, sealer, config).run();
    expect((await service.database.read.findOneByOrFail(Device, { id: first.id })).tokenSealed).toBe(fresh);
  });

  it('says what the old key is still for, and gives it up only at a word', async () => {
    const { app } = service;
    const callsBack = async (name: string, under: 'new' | 'old') => {
      const device = await service.database.read.findOneByOrFail(Device, { name });
      const [ofNew, ofOld] = app.get(CallbackUrlKeys).accepted(device);
      const address = `${service.url}/api/webhook/gateway/${device.id}?key=${under === 'new' ? ofNew : ofOld}`;
      expect(await callBack(address, { headers: {}, body: '{}' })).toMatchObject({ status: 200 });
    };
    await callsBack('fonnte-1', 'old');
    await callsBack('fonnte-2', 'new');
    // One that was under way.
    await callsBack('fonnte-2', 'old');
    const added = { name: 'fonnte-3', driver: 'fonnte', base_url: 'http://127.0.0.1:1', token: 'a.b' };
    expect(
      await service.api.post('/api/admin/devices', added, { token: await adminToken(service) }),
    ).toAnswer(201);
    await service.database.tx((tx) => app.get(RecoveryCodes).replace(tx, renewing.user.id));

    const { code, output } = await rekey(service, ['--drop-old-key']);
    expect(code).toBe(1);
    for (const said of [
      /^All secrets are sealed with the new key\./,
      /messages: 1, until \d{4}-/,
      /idempotency keys: \d+, until/,
      /duplicate windows: \d+, until|waits of devices/,
      /numbers on lists: 1$/m,
      /restrictions: 1$/m,
      /undecided privacy requests: 1$/m,
      new RegExp(`new recovery codes .*: ${owner}\\.`),
      /callback address .*: fonnte-1\./,
      /--drop-old-key --forget-indexes --forget-lists`/,
    ])
      expect(output).toMatch(said);
    await stop();
    for (const key of [OLD, NEW])
      await expect(
        startTestService({ databaseUrl: database.url, gateway, env: { DATA_KEY: key } }),
      ).rejects.toThrow(/^DATA_KEY is only one of the two keys/);
    await restart(BOTH);
  });

  it('then lets the service start with the new key alone, and with no other', async () => {
    const { code, output } = await rekey(service, ['--drop-old-key', '--forget-indexes', '--forget-lists']);
    expect([code, output]).toEqual([0, expect.stringContaining('The old key is given up.')]);
    await restart(NEW);
    const [left] = await service.database.read.query<Record<string, unknown>[]>(
      `SELECT (SELECT COUNT(*) FROM messages WHERE recipient_index <> '') AS messages,
        (SELECT COUNT(*) FROM fraud_list_entries) AS listed, (SELECT COUNT(*) FROM recovery_codes) AS codes`,
    );
    expect(Object.values(left ?? {}).map(Number)).toEqual([0, 0, RECOVERY_CODES]);
    const requests = await service.database.read.find(PrivacyRequest, { order: { kind: 'ASC' } });
    expect(requests.map(({ kind, status, recipientIndexes }) => [kind, status, recipientIndexes])).toEqual([
      ['erasure', 'declined', null],
      ['restriction', 'lifted', null],
    ]);
    expect([...(await sealedIn(service, NEW)).values()]).not.toContain(false);
    await restart(BOTH);
    expect(service.logs.join('')).toContain('a dropped key');
    await stop();
    await expect(
      startTestService({ databaseUrl: database.url, gateway, env: { DATA_KEY: OLD } }),
    ).rejects.toThrow(/^DATA_KEY is not the key of/);
    await restart(NEW);
  });
});
