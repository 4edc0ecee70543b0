import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type * as sdk from '../../sdk/typescript/src/index.js';
import { withSdkInstalled } from './support/packed.js';
import { ScriptedServer } from './support/scripted-server.js';

const KEY = 'sandi_live_SECRET';
const MESSAGE = { phone: '081234567890', otp_code: '482913', company_name: 'Toko Budi' };
const REFUSED = {
  status: 402,
  body: { success: false, code: 'insufficient_credit', message: 'Kredit tidak cukup.' },
};

const server = new ScriptedServer();
let Sdk: typeof sdk;
let url: string;
beforeAll(async () => {
  const path = join(withSdkInstalled(), 'node_modules/sandi-sdk/dist/esm/index.js');
  Sdk = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as typeof sdk;
  url = await server.start();
});
afterAll(() => server.close());
beforeEach(() => server.play([]));

const client = (options: Partial<sdk.SandiOptions> = {}) => new Sdk.Sandi({ url, apiKey: KEY, ...options });
const seen = () => expect.poll(() => server.seen.length);

describe('a client of the TypeScript SDK', () => {
  it('shows its key nowhere', () => {
    const sandi = client();
    for (const each of [sandi, sandi.messages, sandi.verifications]) {
      expect(JSON.stringify(each)).not.toContain('SECRET');
      expect(inspect(each, { depth: 9, showHidden: true })).not.toContain('SECRET');
      expect(JSON.stringify({ ...each })).not.toContain('SECRET');
    }
  });

  it.each([undefined, null, '', 'undefined', 5, `${KEY}\n`])('refuses %j as its key, in words', (apiKey) => {
    expect(() => client({ apiKey: apiKey as string })).toThrow(/^apiKey is a key of Sandi/);
    expect(() => client({ apiKey: apiKey as string })).not.toThrow(/SECRET/);
  });

  it.each([undefined, '', 'otp.example.com', 'ftp://otp.example.com'])('refuses %j as its address', (at) => {
    expect(() => client({ url: at as string })).toThrow(/^url is where Sandi is/);
  });

  it.each([0, -1, NaN, '30'])('refuses %j as a timeout, of itself and of a call', async (timeoutMs) => {
    expect(() => client({ timeoutMs: timeoutMs as number })).toThrow(/timeoutMs/);
    await expect(client().credit({ timeoutMs: timeoutMs as number })).rejects.toThrow(/timeoutMs/);
  });
});

describe('a call', () => {
  it('ends with its signal, and says so with its key', async () => {
    server.play([{ hang: true }], true);
    const calls = [
      (options: sdk.RequestOptions) => client().send(MESSAGE, options),
      (options: sdk.RequestOptions) => client().verifications.create(MESSAGE, options),
      (options: sdk.RequestOptions) => client().messages.search({ last4: '7890' }, options),
    ];
    for (const [nth, call] of calls.entries()) {
      const controller = new AbortController();
      const calling = call({ signal: controller.signal });
      await seen().toBe(nth + 1);
      controller.abort(new Error('the visitor left'));
      const error = await calling.catch((failure: unknown) => failure as sdk.AbortError);
      expect(error).toBeInstanceOf(Sdk.AbortError);
      expect(error).toMatchObject({
        code: 'aborted',
        maybeDone: true,
        cause: { message: 'the visitor left' },
      });
      expect((error as sdk.AbortError).idempotencyKey).toBe(
        server.seen[nth]?.headers['idempotency-key'] ?? null,
      );
    }
  });

  it('begins nothing with a signal that was aborted, and repeats nothing after one', async () => {
    const aborted = AbortSignal.abort();
    await expect(client().credit({ signal: aborted })).rejects.toMatchObject({
      name: 'AbortError',
      maybeDone: false,
    });
    expect(server.seen).toEqual([]);
    server.play([{ status: 503, headers: { 'retry-after': '20' }, text: 'busy' }], true);
    const controller = new AbortController();
    const calling = client().credit({ signal: controller.signal });
    await seen().toBe(1);
    setTimeout(() => controller.abort(), 0);
    await expect(calling).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.seen).toHaveLength(1);
  });

  it('takes its own time in place of that of the client', async () => {
    server.play([{ hang: true }], true);
    const outcome = await client().send(MESSAGE, { timeoutMs: 200, idempotencyKey: 'mine' });
    expect(outcome).toMatchObject({ status: 'unknown', idempotency_key: 'mine' });
    await expect(client().verifications.create(MESSAGE, { timeoutMs: 200 })).rejects.toMatchObject({
      code: 'no_answer',
      maybeDone: true,
      idempotencyKey: expect.any(String) as string,
    });
  });

  it('that is refused says the key that it went with', async () => {
    server.play([REFUSED], true);
    await expect(client().send(MESSAGE, { idempotencyKey: 'mine' })).rejects.toMatchObject({
      idempotencyKey: 'mine',
    });
    await expect(client().credit()).rejects.toMatchObject({ idempotencyKey: null });
  });
});

describe('the check of a webhook', () => {
  const headers = { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,a' };

  it.each([{ type: 'otp.sent' }, null, undefined, [], 5])(
    'says of a body like %j what to give',
    async (body) => {
      const verifying = Sdk.webhooks.verify('whsec_AAAA', headers, body as unknown as string);
      await expect(verifying).rejects.toThrow(/raw body/);
      await expect(verifying).rejects.toBeInstanceOf(TypeError);
    },
  );

  it('takes bytes of any kind', async () => {
    for (const body of [new ArrayBuffer(2), Buffer.from('{}'), new Uint8Array(2)])
      await expect(Sdk.webhooks.verify('whsec_AAAA', headers, body)).rejects.toMatchObject({
        name: 'WebhookVerificationError',
      });
  });
});
