import { Webhook } from 'standardwebhooks';
import { expect, vi } from 'vitest';
import { DeliveryWorker } from '../../src/webhook/delivery-worker.js';
import { type NewWebhookEvent, WebhookOutbox } from '../../src/webhook/index.js';
import type { Answer } from '../support/api.js';
import type { TestApp } from '../support/app.js';
import { type Account, createAccount } from '../support/factories.js';
import { userToken } from '../support/tokens.js';
import type { Delivered } from './receiver.js';

/** Receivers are on loopback; rounds are the tests' own. */
export const WEBHOOK_ENV = { WEBHOOK_ALLOW_PRIVATE: '1', WEBHOOK_SWEEP_MS: '3600000' };

export const ROOT = '/api/account/webhooks';

export interface Owner extends Account {
  token: string;
}

export interface Endpoint {
  id: number;
  secret: string;
}

export interface Delivery {
  id: number;
  event_id: string;
  type: string;
  status: string;
  next_attempt_at: string | null;
  body: string;
  attempts: { status_code: number | null; error: string | null; answer: string | null; latency_ms: number }[];
}

export const dataOf = <T>(answer: Answer): T => answer.body.data;

export async function newOwner(test: TestApp): Promise<Owner> {
  const account = await createAccount(test);
  return { ...account, token: await userToken(test, account.userId) };
}

export async function register(test: TestApp, { token }: Owner, url: string, events?: string[]) {
  const answer = await test.api.post(ROOT, { url, events }, { token });
  expect(answer).toAnswer(201);
  return dataOf<Endpoint>(answer);
}

/** As the owner sees them now, however late it has become. */
export async function deliveriesOf(
  test: TestApp,
  { userId }: Owner,
  { id }: Endpoint,
  query = '',
): Promise<Delivery[]> {
  const token = await userToken(test, userId);
  const answer = await test.api.get(`${ROOT}/${id}/deliveries${query}`, { token });
  expect(answer).toAnswer(200);
  return dataOf<{ items: Delivery[] }>(answer).items;
}

/** Something that happened, written to the outbox as the send does. */
export async function happen(
  test: TestApp,
  userId: number,
  event: Partial<NewWebhookEvent> = {},
): Promise<void> {
  const whole: NewWebhookEvent = {
    userId,
    type: 'credit.low',
    livemode: true,
    messageId: null,
    data: { balance: 100 },
    ...event,
  };
  await test.database.tx((tx) => test.app.get(WebhookOutbox).enqueue(tx, whole));
}

let messages = 900_000;
/** No message of this run has it. */
export const newMessageId = (): number => ++messages;

/** One round, and all that follows from it until nothing is due. */
export async function deliver(test: TestApp, afterSeconds = 0): Promise<void> {
  test.clock.advance(afterSeconds);
  const worker = test.app.get(DeliveryWorker);
  await worker.runOnce();
  await worker.idle();
}

/** Whether the library's own verifier takes it, at the moment that it was signed. */
export function verifies(secret: string, { headers, body }: Delivered): boolean {
  const at = Number(headers['webhook-timestamp']) * 1000;
  // The library reads the machine's clock, which ours may be ahead of.
  vi.useFakeTimers({ toFake: ['Date'], now: at });
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  } finally {
    vi.useRealTimers();
  }
}
