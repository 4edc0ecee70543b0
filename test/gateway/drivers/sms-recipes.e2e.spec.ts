import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { keepBooks, startTestApp, type TestApp } from '../../support/app.js';
import { Stand } from '../stand.js';
import { SMS_PROVIDERS, type SmsProvider, type SmsReport } from './fakes/sms-providers.js';

const FOLDER = new URL('../../../examples/sms/', import.meta.url);
const recipeOf = (name: string) => readFileSync(new URL(`${name}.json`, FOLDER), 'utf8');

let test: TestApp;
let stand: Stand;
beforeAll(async () => {
  test = await startTestApp({ env: { PUBLIC_URL: 'https://otp.example.com' } });
  stand = await Stand.begin(test);
});
afterEach(() => stand.clear());
afterAll(() => test.close());
keepBooks(() => test);

it('each recipe has a mock of its provider', () => {
  const files = readdirSync(FOLDER).map((file) => file.replace('.json', ''));
  expect(files.sort()).toEqual(Object.keys(SMS_PROVIDERS).sort());
});

/** A device as its recipe says, at the mock. */
async function deviceOf(name: string): Promise<{ provider: SmsProvider; id: number }> {
  const provider = await (SMS_PROVIDERS[name] as () => Promise<SmsProvider>)();
  const { settings } = JSON.parse(recipeOf(name)) as { settings: object };
  const { id } = await stand.device('http_sms', {
    base_url: provider.desk.url,
    token: provider.token,
    settings,
  });
  return { provider, id };
}

async function make({ method, url, type, body }: SmsReport) {
  const { pathname, search } = new URL(url);
  const answer = await fetch(test.url + pathname + search, {
    method,
    ...(body !== undefined && { body, headers: { 'content-type': type ?? '' } }),
  });
  return { status: answer.status, text: await answer.text() };
}

describe.each(Object.keys(SMS_PROVIDERS))('the recipe for %s', (name) => {
  it('is shown as it was given, without the token, and finds the account', async () => {
    const { provider, id } = await deviceOf(name);
    const { settings } = JSON.parse(recipeOf(name)) as { settings: object };
    const view = await stand.view(id);
    expect(view).toMatchObject({ settings, health: 'well' });
    for (const part of provider.token.split(':')) expect(JSON.stringify(view)).not.toContain(part);
    provider.desk.isConnected = false;
    await stand.ask(id);
    // Kannel has no page that says so.
    expect(await stand.view(id)).toMatchObject({ last_probe: { connected: name === 'kannel' } });
  });

  it('sends a plain text, whose reports count', async () => {
    const { provider, id } = await deviceOf(name);
    await stand.sent({ company_name: 'Kopi & Teh' });
    const [message] = provider.desk.taken;
    expect(message?.text).toMatch(/^\d+ adalah kode OTP Kopi & Teh Anda\. /);
    expect(message?.to).toMatch(/^628\d+$/);
    expect(await stand.lastStatus()).toBe('sent');
    if (!provider.report || !message) return;
    const report = provider.report(message, true);
    const answer = await make(report);
    expect(answer).toAnswer(200);
    if (provider.answer) expect(answer.text).toBe(provider.answer);
    expect(await stand.lastStatus()).toBe('delivered');
    expect((await stand.view(id))['first_callback_at']).toEqual(expect.any(String));
    expect(await make({ ...report, url: report.url.replace(/key=.{4}/, 'key=0000') })).toAnswer(401);
  });

  it('pays back what is reported as failed', async () => {
    const { provider } = await deviceOf(name);
    if (!provider.report) return;
    await stand.sent();
    const [message] = provider.desk.taken;
    if (!message) throw new Error('nothing was taken');
    expect(await make(provider.report(message, false))).toAnswer(200);
    expect(await stand.last()).toMatchObject({ status: 'failed', credit_used: 0 });
  });

  it('reads its documented refusals as such, and nothing else', async () => {
    const { provider } = await deviceOf(name);
    const { desk, refusals } = provider;
    for (const [reply] of refusals) {
      desk.script.push({ takes: false, reply });
      expect(await stand.send()).toAnswer(502);
      expect(await stand.last()).toMatchObject({ status: 'failed', credit_used: 0 });
      test.clock.advance(3600);
    }
    desk.script.push({ takes: false, reply: { status: 500, body: 'Internal Server Error' } });
    expect(await stand.send()).toAnswer(504);
  });
});

describe('settings that are JSON objects', () => {
  const { settings } = JSON.parse(recipeOf('twilio')) as { settings: Record<string, Record<string, object>> };
  const form = settings['request']?.['form'];

  it.each([
    [
      { request: { ...settings['request'], form: { ...form, To: '{{nomor}}' } } },
      'settings.request.form.To: {{nomor}}',
    ],
    [
      { request: { ...settings['request'], headers: { 'x-api-key': 'k-123456' } } },
      'settings.request.headers.x-api-key: ',
    ],
    [{ request: '{"path":"/"}' }, undefined],
    [{ request: { path: '/', form: { text: 'x'.repeat(4000) } } }, undefined],
    [{ request: undefined }, undefined],
  ])('are refused with the member that is wrong (%#)', async (wrong, told) => {
    const { id } = await deviceOf('twilio');
    const answer = await stand.change(id, { settings: { ...settings, ...wrong } });
    expect(answer).toAnswer(400, 'parameter_invalid');
    if (told !== undefined) {
      expect(answer.body).toMatchObject({ fields: ['request'] });
      expect((answer.body as { detail?: string }).detail).toContain(told);
    }
    expect(await stand.view(id)).toMatchObject({ settings });
  });

  it('are shown with the recipes on the page about them', async () => {
    const { text } = await test.api.get('/docs/sms');
    for (const name of Object.keys(SMS_PROVIDERS)) expect(text).toContain(`sms-${name}`);
  });
});
