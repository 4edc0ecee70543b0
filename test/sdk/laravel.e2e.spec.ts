import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, newPhone } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { requireProgram } from '../support/services/find-program.js';
import { codeBlock } from '../support/snippets.js';
import { ROOT } from './support/packed.js';

interface Notified {
  outcome?: { status: string; reference: string };
  credit?: { credit_balance: number };
  story?: { reference: string };
  verification?: object | null;
  error?: string;
}

const php = requireProgram('php');

describe.skipIf(php.kind === 'missing')('the channel for Laravel', () => {
  let service: TestService;
  let account: Account;
  beforeAll(async () => {
    service = await startTestService();
    account = await createAccount(service);
  });
  afterAll(() => service.close());
  keepBooks(() => service);

  async function notify(notification: {
    id: string;
    phone: string | null;
    code: string;
    more?: object;
    methods?: string;
    /** A phone for which Sandi is to make a code. */
    verify?: string;
  }) {
    const program = spawn(
      php.kind === 'program' ? php.path : '',
      [join(ROOT, 'test/sdk/runners/laravel.php')],
      {
        env: {
          PATH: process.env['PATH'],
          SANDI_URL: service.url,
          SANDI_API_KEY: account.key,
          SANDI_COMPANY_NAME: 'Toko Budi',
        },
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    program.stdin.end(JSON.stringify({ more: {}, ...notification }));
    return JSON.parse(await text(program.stdout)) as Notified;
  }

  it('sends to whom the notifiable says, in the name of the configuration, and once when a queue tries again', async () => {
    const before = service.gateway.accepted.length;
    const notification = { id: randomUUID(), phone: newPhone(), code: '482913' };
    const first = await notify(notification);
    expect(first).toMatchObject({ outcome: { status: 'sent' }, credit: { credit_balance: 9800 } });
    expect((await notify(notification)).outcome).toEqual(first.outcome);
    expect(service.gateway.accepted.length).toBe(before + 1);
    const { to, text: words } = service.gateway.accepted.at(-1) ?? {};
    expect(to).toBe(notification.phone.replace(/^0/, '62'));
    expect(words).toContain('kode OTP Toko Budi');
  });

  it('looks messages up and has Sandi make codes through the facade too', async () => {
    const notification = { id: randomUUID(), phone: newPhone(), code: '482916', verify: newPhone() };
    const { outcome, story, verification } = await notify(notification);
    expect(story).toMatchObject({ reference: outcome?.reference, status: 'sent' });
    expect(verification).toMatchObject({ delivery: 'sent', status: 'pending' });
    expect(service.gateway.accepted.at(-1)?.to).toBe(notification.verify.replace(/^0/, '62'));
  });

  it.each(['sdk/php/README.md', 'docs/quick-start.md'])('sends the notification of %s', async (file) => {
    const document = readFileSync(join(ROOT, file), 'utf8');
    const methods = codeBlock(document.split('\nIn Laravel')[1] ?? '', 'php');
    expect(methods).toContain('toSandi');
    const notification = { id: randomUUID(), phone: newPhone(), code: '482915', methods };
    expect(await notify(notification)).toMatchObject({ outcome: { status: 'sent' } });
    expect(service.gateway.accepted.at(-1)?.text).toContain('482915');
  });

  it('lets a notification say more than its code', async () => {
    const phone = newPhone();
    const more = { phone, company_name: 'Toko Ani', language: 'en', external_id: 'pesanan-7' };
    const { outcome } = await notify({ id: randomUUID(), phone: null, code: '482914', more });
    expect(outcome).toMatchObject({ status: 'sent', external_id: 'pesanan-7' });
    expect(service.gateway.accepted.at(-1)?.text).toContain('is your Toko Ani');
  });

  it('throws what was refused, so that a queue may try again', async () => {
    const wrong = await notify({ id: randomUUID(), phone: '12', code: '482913' });
    expect(wrong).toEqual({ error: 'PhoneInvalidError' });
    const nobody = await notify({ id: randomUUID(), phone: null, code: '482913' });
    expect(nobody).toEqual({ error: 'LogicException' });
  });
});
