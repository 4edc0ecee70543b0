import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiKey } from '../../../src/api-keys/api-key.entity.js';
import { Message } from '../../../src/otp/message.entities.js';
import { type Account, addWebhook, createAccount, newPhone, sendBody } from '../../support/factories.js';
import { Program } from '../../support/program.js';
import { startTestService, type TestService } from '../../support/service.js';
import { adminToken } from '../../support/tokens.js';

let service: TestService;
let accounts: Account[];
const phones = Array.from({ length: 3 }, newPhone);

beforeAll(async () => {
  service = await startTestService();
  accounts = [await createAccount(service), await createAccount(service)];
  for (const { key: token, userId } of accounts) {
    await addWebhook(service, userId);
    // The first phone is a recipient of both accounts.
    for (const phone of phones.slice(0, token === accounts[0]?.key ? 1 : 3))
      expect(await service.api.post('/api/otp/send', sendBody({ phone }), { token })).toAnswer(200);
  }
});
afterAll(() => service.close());

async function leak(...args: string[]) {
  const program = new Program(
    'dist/bundle/leak.mjs',
    { DATABASE_URL: service.config.DATABASE_URL },
    { args },
  );
  const { code } = await program.exit();
  return { code, output: program.output };
}
const rowsOf = async (table: string) =>
  Number((await service.database.read.query<{ n: number }[]>(`SELECT COUNT(*) AS n FROM ${table}`))[0]?.n);

it('counts accounts, recipients and times of a table, a backup and each key, and shows nothing of them', async () => {
  await adminToken(service);
  const before = await Promise.all(['users', 'messages', 'audit_entries'].map(rowsOf));
  const [deleted, active] = accounts.map(({ userId }) => userId);
  const [gone] = await service.database.read.find(ApiKey, { where: { userId: deleted } });
  const [first] = await service.database.read.find(ApiKey, { where: { userId: active } });
  await service.database.tx(async (tx) => {
    await tx.update(ApiKey, { id: gone?.id }, { deletedAt: service.clock.now() });
    // As after an erasure.
    await tx.update(Message, { userId: deleted }, { recipientIndex: '' });
  });
  const users = before[0] ?? 0;
  const cases: [args: string[], said: RegExp[]][] = [
    [
      ['table', 'messages'],
      [
        /^messages: 4 rows, 2 accounts, 3 recipients, from 20\d\d-\d\d-\d\d [\d:.]+ to 20.* UTC$/m,
        /An attacker reads: masked phones/,
        /With DATA_KEY also: whole phones/,
      ],
    ],
    [
      ['table', 'users'],
      [new RegExp(`^users: ${users} rows, ${users} accounts, from`), /DATA_KEY adds nothing/],
    ],
    [['table', 'recovery_codes'], [/^recovery_codes: 0 rows, 0 accounts$/m]],
    [
      ['backup'],
      [new RegExp(`^backup: \\d+ rows, ${users} accounts, 3 recipients, from`), /^ {2}messages: 4 rows/m],
    ],
    [
      ['key', 'DATA_KEY'],
      [
        /, 3 recipients, /,
        /devices\.token_sealed 1, /,
        /webhook_endpoints\.secret 2, /,
        /addresses of 1 devices/,
      ],
    ],
    [['key', 'JWT_SECRET'], [/^JWT_SECRET: \d+ accounts with \d+ sessions, 1 of administrators$/m]],
    [['key', 'GATEWAY_WEBHOOK_SECRET'], [/: 4 messages without a final status, of 2 accounts$/m]],
    [
      ['key', String(first?.id)],
      [/^API key \d+, active: 1 accounts, 3 recipients, 3 messages$/m, /for its balance of 9400\./],
    ],
    [['key', String(gone?.id)], [/^API key \d+, deleted: 1 accounts, 0 recipients, 1 messages$/m]],
  ];
  const outputs = await Promise.all(cases.map(([args]) => leak(...args)));
  for (const [nth, [args, said]] of cases.entries()) {
    const { code, output } = outputs[nth] ?? { code: null, output: '' };
    expect(code, output).toBe(0);
    for (const words of said) expect(output, args.join(' ')).toMatch(words);
    expect(output).not.toMatch(/@|62\d{6}|\*{4}|Toko/);
  }
  expect(await Promise.all(['users', 'messages', 'audit_entries'].map(rowsOf))).toEqual(before);
});

it('says how it is called, where there is no such table or key', async () => {
  const wrong = [
    [],
    ['table'],
    ['table', 'users; DROP TABLE users'],
    ['key', 'HOME'],
    ['key', '999999'],
    ['disk'],
  ];
  for (const { code, output } of await Promise.all(wrong.map((args) => leak(...args)))) {
    expect(code).toBe(2);
    expect(output).toContain('npm run leak -- <what>');
  }
});
