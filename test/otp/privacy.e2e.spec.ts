import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../../ormconfig.js';
import { VerificationFallback } from '../../src/otp/verifications/verification.entities.js';
import { Guarded, phonesApart, phonesInARow } from '../fraud/fraud.js';
import { keepBooks } from '../support/app.js';
import { createAccount } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { type Sent, Verifier } from './verifications/verifications.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { LOG_LEVEL: 'trace' } });
});
afterAll(() => service.close());
keepBooks(() => service);

/** Ten-digit codes: short ones would be found by chance among ids and hashes. */
const pairs = Array.from({ length: 20 }, (_, i) => ({
  phone: `0813${randomInt(1e8, 1e9)}`,
  code: String(randomInt(1e9, 9e9)),
  written: i,
}));

it('keeps no code and no full phone in clear, base64 or hex: not in the database, not in the log', async () => {
  const { key } = await createAccount(service, 100_000);
  for (const { phone, code } of pairs) await sendOneWay(key, phone, code);
  const haystack = `${await dumpDatabase()}\n${service.logs.join('\n')}`;
  expect(haystack).toContain('0813'.replace('0', '62').slice(0, 4));
  for (const { phone, code } of pairs) {
    for (const secret of [code, phone, phone.slice(1), `62${phone.slice(1)}`]) {
      for (const form of formsOf(secret)) expect(haystack.includes(form), `${secret} as ${form}`).toBe(false);
    }
  }
});

/** Every outcome, with a gateway that repeats what it was told, and callers that put things where they do not belong. */
async function sendOneWay(key: string, phone: string, code: string): Promise<void> {
  const way = pairs.findIndex((pair) => pair.phone === phone) % 5;
  const echo = `cannot send ${code} to ${phone} or +62 ${phone.slice(1, 4)}-${phone.slice(4, 8)}-${phone.slice(8)}`;
  if (way === 1) service.gateway.script([{ refuse: { status: 400, error: echo } }]);
  if (way === 2) service.gateway.script([{ dropAnswer: 'after' }]);
  if (way === 3) service.gateway.script([{ unreadable: 'garbage' }]);
  const body = { phone, otp_code: code, company_name: 'Toko' };
  const answer = await service.api.post(`/api/otp/send?phone=${phone}&otp_code=${code}`, body, {
    token: key,
  });
  if (way === 4) {
    const id = (answer.body.data as { message_id: string }).message_id;
    await service.gateway.callback(id, 'failed', echo);
  }
  await service.api.post('/api/otp/send', { ...body, company_name: 'x'.repeat(30) }, { token: key });
  await service.api.post('/api/otp/send', undefined, {
    token: key,
    raw: `{"phone":"${phone}","otp_code":"${code}"`,
  });
  await service.api.get(`/api/otp/${phone}/${code}`, { token: key });
  // A wrong code is somebody's right one.
  const wrong = pairs[(pairs.findIndex((pair) => pair.phone === phone) + 1) % pairs.length]?.code;
  for (const otp_code of [wrong, code, `${code}x`])
    await service.api.post(`/api/otp/check?otp_code=${code}`, { phone, otp_code }, { token: key });
}

it('keeps no code of its own either, nor the phone it went to, through all that a verification goes through', async () => {
  const verifier = await Verifier.with(service, 100_000);
  const phones = Array.from({ length: 4 }, () => `0813${randomInt(1e8, 1e9)}`);
  const codes: string[] = [];
  for (const [way, phone] of phones.entries()) codes.push(...(await verifyOneWay(verifier, phone, way)));
  expect(codes.filter((code) => /^[0-9]{8}$/.test(code))).toHaveLength(8);
  const waiting = { channels: ['whatsapp', 'sms'], fallback_after_seconds: 120 };
  const { verification_id: verification } = await verifier.created({ phone: phones[0], ...waiting });
  const wait = await service.database.read.findOneByOrFail(VerificationFallback, { verification });
  const dump = `${await dumpDatabase()}\n${service.logs.join('\n')}`;
  expect(dump).toContain(wait.phone);
  expect(dump).toContain('verification.approved');
  // Eight digits are found in fingerprints and times by chance.
  const haystack = dump.replace(/[0-9a-f]{64}|(?<![0-9])1[0-9]{12,}|[0-9A-HJKMNP-TV-Z]{26}/g, '');
  for (const secret of [...codes, ...phones.flatMap((phone) => [phone.slice(1), `62${phone.slice(1)}`])])
    for (const form of formsOf(secret)) expect(haystack.includes(form), `${secret} as ${form}`).toBe(false);
});

/** Every outcome of its sends and its checks; returns its codes. */
async function verifyOneWay(verifier: Verifier, phone: string, way: number): Promise<string[]> {
  const headers = { 'idempotency-key': `privat-${way}` };
  if (way === 1) service.gateway.script([{ dropAnswer: 'after' }]);
  const made = await verifier.create({ phone, code_length: 8, max_attempts: 3 }, headers);
  const first = (made.body.data ?? made.body) as Sent;
  const id = first.verification_id;
  if (way === 2) {
    const echo = `cannot send to ${phone}`;
    service.gateway.script([{ refuse: { status: 400, error: echo } }]);
    await verifier.resend(id, phone, headers);
  }
  const again = await verifier.resend(id, phone, { 'idempotency-key': `privat-ulang-${way}` });
  const codes = [verifier.codeIn(first), verifier.codeIn(again.body.data)];
  await verifier.resend(id, `0813${randomInt(1e8, 1e9)}`);
  for (const code of way === 3 ? [codes[0], codes[0], codes[0]] : codes) {
    await verifier.check(id, `${code}x`);
    await verifier.check(`${id}/${code}?otp_code=${code}`, code);
    await verifier.check(id, code, { 'idempotency-key': `privat-${way}-${codes.indexOf(code ?? '')}` });
  }
  await verifier.cancel(id);
  return codes;
}

it('keeps no client of a send, no prefix and no listed number in clear, beyond five digits and masks', async () => {
  const guarded = await Guarded.with(service, { mode: 'enforce' });
  const client = {
    ip: '2001:db8:7357::c0de',
    user_agent: 'Peramban-Rahasia/9.1',
    device_id: 'perangkat-rahasia-81',
    platform: 'sistem-rahasia',
    app_version: 'versi-rahasia-3',
  };
  const phones = phonesInARow(7);
  await guarded.sent(phones.slice(0, 6), { client });
  await guarded.judged();
  const [listed = ''] = phonesApart(1);
  const token = await guarded.token();
  const answers = [
    await guarded.send(phones[6] ?? '', { client }),
    await service.api.post('/api/account/fraud/lists', { list: 'block', phone: listed }, { token }),
    await service.api.post(
      '/api/account/fraud/lists',
      { list: 'allow', prefix: listed.slice(0, 9) },
      { token },
    ),
    await service.api.get('/api/account/fraud/blocks', { token }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 200, 200, 200]);
  const dump = `${await dumpDatabase()}\n${service.logs.join('\n')}\n${JSON.stringify(answers.map(({ body }) => body))}`;
  expect(dump).toContain('sequential_numbers');
  const haystack = dump.replace(/[0-9a-f]{64}|(?<![0-9])1[0-9]{12,}|[0-9A-HJKMNP-TV-Z]{26}/g, '');
  const prefixes = [...phones, listed].flatMap((phone) => [phone.slice(1, 9), `62${phone.slice(1, 9)}`]);
  for (const secret of [...Object.values(client), '2001:db8:7357', ...prefixes])
    for (const form of formsOf(secret)) expect(haystack.includes(form), `${secret} as ${form}`).toBe(false);
});

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((shift) => {
    // Inside a longer base64 text the digits may start at any of three offsets; the edges depend on the neighbours.
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    return shifted.slice(shift === 0 ? 0 : shift + 1, -4);
  });
  return [secret, bytes.toString('hex'), ...base64];
}

async function dumpDatabase(): Promise<string> {
  const tables = schema.entities.map(
    (entity) => service.database.read.getRepository(entity).metadata.tableName,
  );
  const rows = await Promise.all(
    tables.map((table) => service.database.read.query(`SELECT * FROM ${table}`)),
  );
  return JSON.stringify(rows);
}
