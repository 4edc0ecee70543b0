import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { Sandbox } from '../../src/otp/sandbox/sandbox.js';
import { keepBooks } from '../support/app.js';
import { createAccount, newPhone } from '../support/factories.js';
import { wholeDocument } from '../support/openapi.js';
import { startTestService, type TestService } from '../support/service.js';
import { LANGUAGES, Sdk } from './support/languages.js';
import { type ServiceStep, type ServiceVector, vectors } from './support/vectors.js';

const CLASSES = vectors<Record<string, string>>('errors');
const SCENARIOS = vectors<ServiceVector[]>('service');
const NUMBERS = vectors<Record<string, string>>('test-numbers');
/** Numbers that answer a failure are named like its code. */
const FAILING = Object.entries(NUMBERS).filter(([name]) => name in CLASSES && name !== 'gateway_unknown');
/** What may have been done when the SDK gives up. */
const LEFT_OPEN = ['idempotency_in_flight', 'internal_error', 'unavailable'];
/** Longer than all steps of a test number. */
const A_WHILE_SECONDS = 60;

let service: TestService;
let keys: Record<ServiceVector['key'], string>;
beforeAll(async () => {
  service = await startTestService();
  const { userId, key: live } = await createAccount(service);
  const { key: test } = await service.app.get(ApiKeysService).create(userId, { name: 'uji', mode: 'test' });
  keys = { live, test };
});
afterAll(() => service.close());
keepBooks(() => service);

it('every code that a key may meet has a class, and no other', async () => {
  const { paths } = await wholeDocument(service.url);
  const routes = Object.entries(paths).filter(([path]) => path.startsWith('/api/otp/'));
  const lists = JSON.stringify(routes).matchAll(/"code":\{"type":"string","enum":(\[[^\]]+\])[,}]/g);
  const documented = new Set([...lists].flatMap(([, list = '']) => JSON.parse(list) as string[]));
  expect(documented.size).toBeGreaterThan(30);
  // Of any address, and so of no operation.
  documented.add('method_not_allowed');
  expect([...documented].toSorted()).toEqual(Object.keys(CLASSES).toSorted());
});

describe.each(LANGUAGES)('the SDK in $name, against the service', (language) => {
  let sdk: Sdk;
  beforeAll(() => {
    sdk = new Sdk(language);
  });
  afterAll(() => sdk.close());

  it.each(SCENARIOS)('$name', async ({ key, steps }) => {
    const known = madeUp();
    for (const step of steps) await take(step, sdk, keys[key], known);
  });

  it.each(FAILING)('meets %s as an error of its own', async (code, phone) => {
    const args = { phone, otp_code: '482913', company_name: 'Toko Budi' };
    const { value, error } = await ask(sdk, keys.test, 'send', args);
    if (LEFT_OPEN.includes(code)) expect(value).toMatchObject({ status: 'unknown', code });
    else expect(error).toMatchObject({ code, class: CLASSES[code], maybe_done: false });
  });
});

function ask(sdk: Sdk, key: string, call: string, args: object) {
  return sdk.call({ url: service.url, key, timeout: 30, call, args });
}

type Known = Record<string, unknown>;

function madeUp(): Known {
  const phone = newPhone();
  const phone_abroad = `+62 ${phone.slice(1)}`;
  return { ...NUMBERS, phone, phone_abroad, other_phone: newPhone(), uuid: randomUUID() };
}

/** Asks it of the service, holds the answer against what is to come of it, and learns what the next steps need. */
async function take(step: ServiceStep, sdk: Sdk, key: string, known: Known): Promise<void> {
  const { call, arrives, capture = {} } = step;
  if (step.later) await bringWhatComesLater();
  const before = service.gateway.accepted.length;
  const told = await ask(sdk, key, call, filled(step.args, known));
  const { value, error } = step;
  expect(told).toMatchObject(filled(error ? { error } : { value }, known));

  const arrived = service.gateway.accepted.slice(before).map(({ text }) => /\b\d{4,8}\b/.exec(text)?.[0]);
  expect(arrived).toEqual(arrives ? [expect.any(String)] : []);
  const [code] = arrived;
  if (arrives && code) {
    known[arrives] = code;
    known[`not_${arrives}`] = code.replace(/\d$/, (last) => String((Number(last) + 1) % 10));
  }
  for (const [name, member] of Object.entries(capture)) {
    known[name] = (told.value as Known)[member];
    expect(known[name], `${member} of ${call}`).toEqual(expect.anything());
  }
}

async function bringWhatComesLater(): Promise<void> {
  service.clock.advance(A_WHILE_SECONDS);
  await service.app.get(Sandbox).sweep();
  service.clock.reset();
}

/** With what is known in the places that name it. */
function filled(asked: object, known: Known): object {
  return JSON.parse(JSON.stringify(asked), (_, value: unknown) => {
    const [, name] = (typeof value === 'string' && /^\{(\w+)\}$/.exec(value)) || [];
    if (name === undefined) return value;
    if (!(name in known)) throw new Error(`No step says what ${name} is.`);
    return known[name];
  }) as object;
}
