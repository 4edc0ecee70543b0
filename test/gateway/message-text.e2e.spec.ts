import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DRIVER_NAMES, driverNamed } from '../../src/gateway/drivers/index.js';
import type { MessageTexts } from '../../src/otp/account-send.controller.js';
import { fillTemplate, META_PRESETS, TEMPLATES } from '../../src/platform/text/message-template.rules.js';
import { register } from '../auth/people.js';
import { keepBooks, startTestApp, type TestApp } from '../support/app.js';
import { sentIn } from './drivers/fakes/meta.js';
import { Stand } from './stand.js';

const OURS = 'Kode {brand}: {code}';

let test: TestApp;
let stand: Stand;
beforeAll(async () => {
  const env = { MESSAGE_TEMPLATE_EN: 'Your {brand} code is {code}.' };
  test = await startTestApp({ env: { PUBLIC_URL: 'https://otp.example.com', ...env } });
  stand = await Stand.begin(test);
});
afterEach(() => stand.clear());
afterAll(() => test.close());
keepBooks(() => test);

const send = (overrides: object = {}) =>
  stand.sent({ otp_code: '482910', company_name: '*Toko* Budi', ...overrides });

describe('the text of a message', () => {
  it('has code and brand, in Indonesian unless the caller wants English', async () => {
    const { bench } = await stand.device('waha');
    await send();
    await send({ language: 'id' });
    await send({ language: 'en' });
    expect(bench.texts()).toEqual([
      '*482910* adalah kode OTP Toko Budi Anda. Jangan berikan kode ini kepada siapa pun.',
      '*482910* adalah kode OTP Toko Budi Anda. Jangan berikan kode ini kepada siapa pun.',
      'Your Toko Budi code is 482910.',
    ]);
  });

  it('is in a language that there is', async () => {
    await stand.device('waha');
    for (const language of ['fr', 'EN', '', null, 1])
      expect((await stand.send({ language })).body.code).toBe('parameter_invalid');
  });

  it('is the device’s own where it has one, in whatever language, until that is taken back', async () => {
    const { bench, id } = await stand.device('waha', { template: OURS });
    expect(await stand.view(id)).toMatchObject({ template: OURS });
    await send({ language: 'en' });
    await stand.change(id, { template: '{code} ({brand})' });
    await send();
    await stand.change(id, { template: null });
    await send({ language: 'en' });
    expect(bench.texts()).toEqual([
      'Kode Toko Budi: 482910',
      '482910 (Toko Budi)',
      'Your Toko Budi code is 482910.',
    ]);
  });

  it('is of one device only: another keeps the common one', async () => {
    const own = await stand.device('waha', { template: OURS });
    const common = await stand.device('waha');
    for (let i = 0; i < 2; i++) await send({ language: 'en' });
    expect(own.bench.texts()).toEqual(['Kode Toko Budi: 482910']);
    expect(common.bench.texts()).toEqual(['Your Toko Budi code is 482910.']);
  });

  it('is told to accounts as it will be read: what a device is handed is that text, filled', async () => {
    const { token } = await register(test);
    const texts = async () =>
      (await test.api.get('/api/account/otp/texts', { token })).body.data as MessageTexts;
    const usual = {
      id: { template: TEMPLATES.id, button: null },
      en: { template: 'Your {brand} code is {code}.', button: null },
    };
    expect(await texts()).toEqual({ usual, looks: [usual] });
    const light = await stand.device('waha', { template: OURS });
    const heavy = await stand.device('meta', { weight: 9 });
    const { looks } = await texts();
    const own = { template: OURS, button: null };
    expect(looks).toEqual([META_PRESETS, { id: own, en: own }]);
    await stand.change(heavy.id, { state: 'disabled' });
    expect((await texts()).looks).toEqual([{ id: own, en: own }]);
    await send();
    expect(light.bench.texts()).toEqual([fillTemplate(OURS, { code: '482910', brand: '*Toko* Budi' })]);
  });

  it('is no template without the code, with it twice, or with other braces', async () => {
    const { id } = await stand.device('waha');
    for (const template of [
      '',
      'kode {brand}',
      '{code} {code}',
      '{code} {name}',
      `{code}${'x'.repeat(300)}`,
      7,
    ]) {
      const answer = await stand.change(id, { template });
      expect(answer).toAnswer(400, 'parameter_invalid');
    }
    expect(await stand.view(id)).toMatchObject({ template: null });
  });

  it.each(DRIVER_NAMES.filter((name) => !driverNamed(name)?.info.capabilities.ownText))(
    'reaches the gateway whole through %s',
    async (name) => {
      const { bench } = await stand.device(name, { template: OURS });
      await send();
      expect(bench.texts()).toEqual(['Kode Toko Budi: 482910']);
    },
  );

  it('is Meta’s own, in the caller’s language, with the code behind a button that copies it', async () => {
    const { bench } = await stand.device('meta', { template: OURS });
    await send();
    await send({ language: 'en' });
    // What the fake calls a text is the code, where text and button have the same one.
    expect(bench.texts()).toEqual(['482910', '482910']);
    const sends = (bench.requests ?? []).filter(({ method }) => method === 'POST');
    expect(sends.map((request) => sentIn(request).language)).toEqual(['id', 'en_US']);
    for (const { body } of sends) expect(body).not.toContain('Toko');
  });
});
