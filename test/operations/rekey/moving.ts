import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { schema } from '../../../ormconfig.js';
import { HookSettings } from '../../../src/auth-hooks/hook-settings.js';
import { VerificationFallback } from '../../../src/otp/verifications/verification.entities.js';
import { OutgoingMail } from '../../../src/platform/mail/outgoing-mail.entity.js';
import { firstDataKey } from '../../../src/platform/security/data-keys.rules.js';
import { Sealer } from '../../../src/platform/security/sealer.js';
import { enrolled } from '../../auth/second-factor/authenticator.js';
import { addDevice } from '../../gateway/devices.js';
import { createInbound } from '../../otp/inbound/inbound.js';
import { Verifier } from '../../otp/verifications/verifications.js';
import { PrivacyDesk } from '../../privacy/data-subject.js';
import { actorOf, createAccount, newPhone, sendBody } from '../../support/factories.js';
import { Program } from '../../support/program.js';
import type { TestService } from '../../support/service.js';
import { userToken } from '../../support/tokens.js';

const random = () => randomBytes(36).toString('base64');
export const [OLD, NEW] = [random(), random()];
export const BOTH = `${NEW},${OLD}`;

/** `sandi rekey …` beside the service. */
export async function rekey(
  { config }: TestService,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const { NODE_ENV, DATA_DIR, JWT_SECRET, DATABASE_URL } = config;
  const own = { NODE_ENV, DATA_DIR, JWT_SECRET, DATABASE_URL, DATA_KEY: BOTH, MESSAGE_RETENTION_DAYS: '90' };
  const program = new Program('dist/bundle/rekey.mjs', { ...own, ...env }, { args });
  const { code } = await program.exit();
  return { code, output: program.output };
}

/** Stores at least one secret in each column that has some, as the service does. Returns the owner of recovery codes. */
export async function storeSecrets(service: TestService): Promise<{ owner: string; phone: string }> {
  const { app, database } = service;
  const sealer = app.get(Sealer);
  await addDevice(service, 'http://127.0.0.1:1', 'a.b', { driver: 'fonnte', name: 'fonnte-1' });
  await addDevice(service, 'http://127.0.0.1:1', 'a.b', { webhookSecretSealed: sealer.seal('s'.repeat(20)) });
  const owner = await enrolled(service);
  const account = await createAccount(service);
  const token = await userToken(service, account.userId);
  const endpoint = await service.api.post(
    '/api/account/webhooks',
    { url: 'https://example.com/hook', events: ['otp.sent'] },
    { token },
  );
  expect(endpoint).toAnswer(201);
  const { id } = endpoint.body.data as { id: number };
  expect(
    await service.api.post(`/api/account/webhooks/${id}/rotate-secret`, { overlap_seconds: 3600 }, { token }),
  ).toAnswer(201);
  const [key] = await database.read.query<{ id: number }[]>(
    'SELECT id FROM api_keys ORDER BY id DESC LIMIT 1',
  );
  await app.get(HookSettings).renewSecret(actorOf(account.userId), Number(key?.id), {});
  const verifier = await (await Verifier.with(service)).testing();
  expect(await createInbound(verifier, {}, { 'idempotency-key': 'sealed' })).toAnswer(201);
  const phone = newPhone();
  expect(await service.api.post('/api/otp/send', sendBody({ phone }), { token: account.key })).toAnswer(200);
  const list = { list: 'block', phone };
  expect(await service.api.post('/api/account/fraud/lists', list, { token })).toAnswer(200);
  const desk = await PrivacyDesk.at(service);
  await desk.completed('restriction', newPhone());
  expect(await desk.post('', { phone: newPhone(), kind: 'erasure' })).toAnswer(201);
  await database.tx(async (tx) => {
    await tx.insert(VerificationFallback, {
      ...{ verification: 'ver_none', afterMessageId: 1, afterCodeIndex: 'x', messageId: null },
      ...{ phone: sealer.seal('6281234567890'), dueAt: new Date('2126-01-01') },
    });
    const mail = {
      reference: 'mail_x',
      about: 'user:1',
      kind: 'password_reset',
      proven: true,
      attempts: 0,
      fault: null,
    };
    const at = new Date('2126-01-01');
    const sealed = sealer.seal('{}');
    await tx.insert(OutgoingMail, { ...mail, sealed, dueAt: at, expiresAt: at, createdAt: at });
  });
  return { owner: owner.username, phone };
}

/** Every text of every table that looks sealed, as `table.column`, and whether a key opens all of them. */
export async function sealedIn({ database }: TestService, key: string): Promise<Map<string, boolean>> {
  const sealer = new Sealer(firstDataKey(key));
  const opens = (text: string) => {
    try {
      sealer.open(text);
      return true;
    } catch {
      return false;
    }
  };
  const found = new Map<string, boolean>();
  for (const entity of schema.entities) {
    const { tableName, columns } = database.read.getRepository(entity).metadata;
    const rows = await database.read.query<Record<string, unknown>[]>(`SELECT * FROM ${tableName}`);
    for (const { databaseName } of columns) {
      const sealed = rows
        .map((row) => row[databaseName])
        .filter((value): value is string => typeof value === 'string' && /^v1\.[\w-]{38,}$/.test(value));
      if (sealed.length > 0) found.set(`${tableName}.${databaseName}`, sealed.every(opens));
    }
  }
  return found;
}
