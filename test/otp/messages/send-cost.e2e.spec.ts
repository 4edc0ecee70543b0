import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiKeyVerifier } from '../../../src/api-keys/index.js';
import { OtpService } from '../../../src/otp/index.js';
import { Idempotency, IdempotencyClaim } from '../../../src/platform/idempotency/index.js';
import { Pooling } from '../../gateway/pool/pooling.js';
import { createAccount, newPhone, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { type Statement, statementsOf } from '../../support/statements.js';

const ENV = {
  // On a busy machine what runs beside a send would be in each of those that are counted.
  ...{ DEVICE_JUDGE_SECONDS: '3600', DEVICE_PROBE_SECONDS: '3600', RECOVERY_SECONDS: '3600' },
  ...{ ALERTS_SECONDS: '3600', WEBHOOK_SWEEP_MS: '60000', BOOKS_SECONDS: '0' },
  ...{ RECIPIENT_ATTEMPTS_MAX: '1000', RECIPIENT_HOURLY_MAX: '1000' },
};
const SENDS = 5;
const BODY = { otp_code: '482913', company_name: 'Toko Uji', language: 'id' } as const;
const ROOT = join(import.meta.dirname, '../../..');

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: ENV });
});
afterAll(() => service.close());

/** The same on all engines. */
const READ = ['BEGIN', 'SELECT credit_balances', 'SELECT duplicate_windows'];
const CREATED = [
  'INSERT INTO duplicate_windows',
  'INSERT INTO messages',
  'UPDATE credit_balances',
  'INSERT INTO credit_entries',
];
const IDS = ['SELECT messages', 'COMMIT'];

it('a plain send is fifteen statements after the look-up of its key', async () => {
  const pooling = await Pooling.begin(service);
  await pooling.sent();
  expect(await leastOf(() => pooling.send())).toEqual([
    ...[...READ, ...CREATED, ...IDS],
    ...['BEGIN', 'SELECT messages', 'UPDATE messages', 'INSERT INTO message_counters', 'COMMIT'],
    'SELECT gateway_inbox',
  ]);
});

it('a send with an Idempotency-Key is nineteen statements after the look-up of both keys', async () => {
  const { key: token } = await createAccount(service);
  const send = async (name: string) => {
    const headers = { 'idempotency-key': name };
    const answer = await service.api.post('/api/otp/send', sendBody(), { token, headers });
    expect(answer).toAnswer(200);
  };
  await send('first');
  expect(await leastOf((nth) => send(`key ${nth}`))).toEqual([
    ...[...READ, 'SELECT idempotency_keys', ...CREATED, 'INSERT INTO idempotency_keys', ...IDS],
    ...['BEGIN', 'SELECT messages', 'SELECT idempotency_keys'],
    ...['UPDATE messages', 'UPDATE idempotency_keys', 'INSERT INTO message_counters', 'COMMIT'],
    'SELECT gateway_inbox',
  ]);
});

/** The statements of the message store for a send: the fewest of several runs, since background jobs add some. */
async function leastOf(send: (nth: number) => Promise<unknown>): Promise<string[] | undefined> {
  let least: string[] | undefined;
  for (let nth = 0; nth < SENDS; nth++) {
    const words = (await statementsOf(service, () => send(nth))).map(wordsOf);
    const own = words.slice(words.indexOf('BEGIN'));
    if (!least || own.length < least.length) least = own;
  }
  return least;
}

/** What it does to which table. */
function wordsOf({ sql }: Statement): string {
  if (/^\s*SELECT/.test(sql)) return `SELECT ${/FROM (\w+)/.exec(sql)?.[1] ?? sql}`;
  if (/^(?:START|BEGIN) TRANSACTION/.test(sql)) return 'BEGIN';
  return /^\w+(?: INTO| FROM)?(?: \w+)?/.exec(sql)?.[0] ?? sql;
}

const ARCHITECTURE = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
const ROOMS = [
  'src/otp',
  'src/credit',
  'src/fraud',
  'src/privacy',
  'src/webhook',
  'src/platform/idempotency',
];

it('a send runs through the files that docs/architecture.md names, and no more', async () => {
  const { userId, key } = await createAccount(service);
  const who = await service.app.get(ApiKeyVerifier).verify(key, '127.0.0.1');
  if (!who) throw new Error('a new key is not in force');
  const idempotency = service.app.get(Idempotency);
  const send = async (name: string) => {
    const begun = await idempotency.begin({
      userId,
      route: 'send',
      key: name,
      content: Buffer.from(name),
      envelopes: {
        status: 200,
        success: (data) => ({ data }),
        failure: (error) => error.envelope({ requestId: 'test', language: 'id', publicUrl: '' }),
      },
    });
    if (!(begun instanceof IdempotencyClaim)) throw new Error('a new key has an answer');
    return () => service.app.get(OtpService).send(who, { ...BODY, phone: newPhone() }, begun);
  };
  await (
    await send('first')
  )();
  let files: string[] | undefined;
  for (let i = 0; i < SENDS; i++) {
    const run = await filesThatRun(await send(`key ${i}`));
    // What runs beside a send now and then is not in each of them.
    files = files?.filter((file) => run.includes(file)) ?? run;
  }
  const own = files?.filter((file) => ROOMS.some((room) => file.startsWith(`${room}/`)));
  expect(own?.sort()).toEqual(filesNamed().sort());
});

/** Those of src in which a function with a name of its own is called meanwhile, by V8's coverage. */
async function filesThatRun(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const called = result.filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => /^\w/.test(functionName) && (ranges[0]?.count ?? 0) > 0),
    );
    const inSrc = called
      .map(({ url }) => url.replace(/^file:\/\//, ''))
      .filter((url) => url.startsWith(join(ROOT, 'src/')));
    return inSrc.map((url) => url.slice(ROOT.length + 1));
  } finally {
    session.disconnect();
  }
}

/** What the page lists, a line for each room. */
function filesNamed(): string[] {
  const section = ARCHITECTURE.slice(
    ARCHITECTURE.indexOf('**Files of a send.**'),
    ARCHITECTURE.indexOf('## Status updates'),
  );
  return [...section.matchAll(/^- `(src[\w/-]*)`: ([^]*?)(?=\n- |\n\n)/gm)].flatMap(([, room, names = '']) =>
    [...names.matchAll(/`([\w.-]+\.ts)`/g)].map(([, name]) => `${room}/${name}`),
  );
}
