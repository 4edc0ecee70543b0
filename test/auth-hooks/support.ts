import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import type { CreateApiKeyDto } from '../../src/api-keys/api-keys.dto.js';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { HookSettings } from '../../src/auth-hooks/hook-settings.js';
import { Message } from '../../src/otp/message.entities.js';
import { actorOf, createAccount, newPhone } from '../support/factories.js';
import type { TestService } from '../support/service.js';

/** An account's messages, oldest first. */
export async function messagesOf(service: TestService, userId: number): Promise<Message[]> {
  return service.database.read.find(Message, { where: { userId }, order: { id: 'ASC' } });
}

export async function balanceOf(service: TestService, key: string): Promise<number> {
  const { body } = await service.api.get('/api/otp/credit', { token: key });
  return (body.data as { credit_balance: number }).credit_balance;
}

interface Options extends Partial<CreateApiKeyDto> {
  credit?: number;
  company?: string | null;
}

/** An account whose key has a hook secret, as Supabase Auth is set up with it. */
export async function supabaseAccount(service: TestService, options: Options = {}) {
  const { credit = 10_000, company = 'Toko Maju', ...key } = options;
  const account = await createAccount(service, credit);
  const keys = service.app.get(ApiKeysService);
  const made = await keys.create(account.userId, {
    name: 'Toko Online Maju Jaya Sentosa',
    ...key,
  });
  const settings = service.app.get(HookSettings);
  const { secret, url } = await settings.renewSecret(actorOf(account.userId), made.id, {
    company_name: company,
  });
  expect(secret).toMatch(/^v1,whsec_[A-Za-z0-9+/]{43}=$/);
  const { pathname, search } = new URL(url);
  return { ...account, key: made.key, keyId: made.id, secret, address: pathname + search };
}

export type SupabaseAccount = Awaited<ReturnType<typeof supabaseAccount>>;

/** The body of Supabase's "Send SMS hook", phones as GoTrue keeps them. */
export function supabaseBody({ phone = newPhone(), otp = '123456', newNumber = '', metadata = {} } = {}) {
  return {
    metadata: {
      uuid: randomUUID(),
      time: '2026-01-31T06:00:00Z',
      name: 'send-sms',
      ip_address: '203.0.113.9',
    },
    user: {
      id: randomUUID(),
      aud: 'authenticated',
      role: 'authenticated',
      email: '',
      phone: phone.replace(/^0/, '62'),
      app_metadata: { provider: 'phone', providers: ['phone'] },
      user_metadata: metadata,
      identities: [],
      is_anonymous: false,
    },
    sms: { otp, sms_type: 'sms', ...(newNumber ? { phone: newNumber } : {}) },
  };
}

/** What Supabase Auth would send now: a new id with every attempt, the signature over the bytes. */
export function delivery(
  service: TestService,
  { secret }: Pick<SupabaseAccount, 'secret'>,
  body: object | string = supabaseBody(),
  { id = `msg_${randomUUID()}`, at = service.clock.now() } = {},
) {
  const raw = typeof body === 'string' ? body : JSON.stringify(body);
  const signature = new Webhook(secret.replace(/^v1,/, '')).sign(id, at, raw);
  return {
    raw,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signature,
    },
  };
}
