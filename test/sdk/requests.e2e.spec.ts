import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quietPort } from '../support/services/quiet-port.js';
import { LANGUAGES, Sdk, type Told } from './support/languages.js';
import { type ScriptedAnswer, ScriptedServer } from './support/scripted-server.js';
import { vectors, type WebhookVector } from './support/vectors.js';

/** A call, the answers that it meets, and what has to come of it; `waits` are the least and the most of each pause, in the time of the SDK, which does not pass by itself. */
interface RequestVector {
  name: string;
  call: string;
  args: Record<string, unknown>;
  timeout?: number;
  answers: ScriptedAnswer[];
  /** The last one comes again and again. */
  again?: boolean;
  waits?: [number, number][];
  path?: string;
  /** Nothing listens. */
  refused?: boolean;
  value?: unknown;
  error?: object;
}

const REQUESTS = vectors<RequestVector[]>('requests');
const WEBHOOKS = vectors<WebhookVector[]>('webhooks');
/** A GET, and what goes with one Idempotency-Key however often it is repeated. */
const READS = new Set(['credit', 'messages.get', 'messages.list', 'verifications.get', 'verifications.list']);
const KEYED = /^(?:send|verifications\.(?!get|list))/;
const KEY = 'sandi_test_of_the_vectors';
const TIMEOUT_SECONDS = 30;
/** After so many the clock of the runners says that the time is over. */
const SLEEPS = 5;

const server = new ScriptedServer();
let url: string;
beforeAll(async () => {
  url = await server.start();
});
afterAll(() => server.close());

describe.each(LANGUAGES)('the SDK in $name', (language) => {
  let sdk: Sdk;
  beforeAll(() => {
    sdk = new Sdk(language);
  });
  afterAll(() => sdk.close());

  it.each(REQUESTS)('$name ($call)', async (vector) => {
    const { call, args, answers, again, waits, refused, timeout = TIMEOUT_SECONDS } = vector;
    server.play(answers, again);
    const at = refused ? `http://127.0.0.1:${await quietPort()}` : url;
    const told = await sdk.call({ url: at, key: KEY, timeout, call, args });

    const isRepeatedUnseen = language.repeatsReads && READS.has(call) && answers.some(({ cut }) => cut);
    if (isRepeatedUnseen) expect(told.waits.length).toBeLessThanOrEqual(waits?.length ?? 0);
    else if (waits) expect(told.waits).toEqual(waits.map(between));
    else expect(told.waits.length).toBe(SLEEPS);
    if (refused && language.tellsNoRefusal)
      expect(told.value).toMatchObject({ status: 'unknown', code: 'no_answer' });
    else if (vector.error) expect(told.error).toMatchObject({ base: true, ...vector.error });
    else expect(told.value).toEqual(expectedValue(vector));
    const requests = refused ? 0 : again ? SLEEPS : answers.length;
    // The last one may arrive after nobody waits for it any more.
    await expect.poll(() => server.seen.length).toBe(requests);
    for (const request of server.seen) expectRequest(request, vector);
    const keys = new Set(server.seen.map(({ headers }) => headers['idempotency-key']));
    if (KEYED.test(call) && !refused) expect([...keys]).toEqual([expect.stringMatching(/^[\w-]{8,36}$/)]);
    else expect([...keys].filter(Boolean)).toEqual([]);
    expectKeyOf(told, call);
  });

  it.each(Object.entries(vectors<Record<string, string>>('errors')))(
    'has a class for %s',
    async (code, name) => {
      const body = { success: false, message: 'Gagal.', code, request_id: 'req-1' };
      server.play([{ status: 500, body }], true);
      const args = { phone: '081234567890', otp_code: '482913' };
      const { error } = await sdk.call({ url, key: KEY, timeout: TIMEOUT_SECONDS, call: 'check', args });
      expect(error).toMatchObject({ class: name, code, message: 'Gagal.' });
    },
  );

  it('makes a key of its own for every send', async () => {
    const [{ answers, args }] = REQUESTS as [RequestVector];
    const keys = [];
    for (let send = 0; send < 2; send++) {
      server.play(answers);
      await sdk.call({ url, key: KEY, timeout: TIMEOUT_SECONDS, call: 'send', args });
      keys.push(server.seen[0]?.headers['idempotency-key']);
    }
    expect(new Set(keys).size).toBe(2);
  });

  it.each(WEBHOOKS)('knows whether a webhook is from Sandi: $name', async ({ valid, body, ...rest }) => {
    const told = await sdk.verify({ body, ...rest });
    expect(told).toEqual(valid ? { event: JSON.parse(body) } : { refused: 'WebhookVerificationError' });
  });

  it('names the test numbers as the others do', async () => {
    expect(await sdk.names()).toEqual({ test_numbers: vectors('test-numbers') });
  });
});

function expectRequest(
  { method, path, headers, body }: ScriptedServer['seen'][number],
  { call, args, path: named = `/api/otp/${call}` }: RequestVector,
) {
  expect(headers.authorization).toBe(`Bearer ${KEY}`);
  expect(headers['user-agent']).toMatch(/^sandi-(?:typescript|php|python)\/\d/);
  // A space may be written in two ways.
  expect(path.replaceAll('%20', '+')).toBe(named.replaceAll('%20', '+'));
  if (READS.has(call)) {
    expect([method, body]).toEqual(['GET', '']);
    return;
  }
  const { verification_id: _, idempotency_key: key, ...sent } = args;
  expect([method, headers['content-type']]).toEqual(['POST', 'application/json']);
  expect(JSON.parse(body)).toEqual(sent);
  // The service compares the bytes.
  expect(body).toBe(server.seen[0]?.body);
  if (typeof key === 'string') expect(headers['idempotency-key']).toBe(key);
}

/** An error tells the key that its requests went with, also where none arrived. */
function expectKeyOf({ error }: Told, call: string): void {
  if (!error) return;
  const [first] = server.seen;
  const sent = first ? (first.headers['idempotency-key'] ?? null) : (expect.any(String) as unknown);
  expect(error['idempotency_key']).toEqual(KEYED.test(call) ? sent : null);
}

/** An unknown send tells the key that it went with. */
function expectedValue({ value }: RequestVector): unknown {
  const { status, delivery } = (value ?? {}) as { status?: string; delivery?: string };
  if (status !== 'unknown' && delivery !== 'unknown') return value;
  return { ...(value as object), idempotency_key: server.seen[0]?.headers['idempotency-key'] };
}

const between = ([least, most]: [number, number]): unknown =>
  expect.toSatisfy((wait: number) => wait >= least && wait <= most, `between ${least} and ${most}`);
