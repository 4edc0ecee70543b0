import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mailsDone } from '../auth/people.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { userToken } from '../support/tokens.js';
import type { Receiver } from './receiver.js';
import { useOutbound } from './set-up.js';
import {
  dataOf,
  deliver,
  type Endpoint,
  happen,
  type Owner,
  register,
  ROOT,
  WEBHOOK_ENV,
} from './support.js';

let test: TestApp;
let receiver: Receiver;
let owner: Owner;
useOutbound(
  () => startTestApp({ env: { ...WEBHOOK_ENV, WEBHOOK_ALARM_FAILURES: '0', WEBHOOK_ALARM_MINUTES: '0' } }),
  (ready) => ({ service: test, receiver, owner } = ready),
);

type View = Endpoint & { health: { state: string; success_share: number | null } };

async function healthOf({ id }: Endpoint): Promise<View['health'] | undefined> {
  const token = await userToken(test, owner.userId);
  return dataOf<View[]>(await test.api.get(ROOT, { token })).find((one) => one.id === id)?.health;
}

const stateOf = async (endpoint: Endpoint) => (await healthOf(endpoint))?.state;

/** One attempt after the other, each answered so. */
async function answered(path: string, ...statuses: number[]): Promise<void> {
  for (const status of statuses) {
    receiver.behave(path, { status });
    await happen(test, owner.userId);
    await deliver(test);
  }
}

async function mails(): Promise<string[]> {
  await mailsDone(test);
  const folder = join(test.config.DATA_DIR, 'mail');
  const texts = readdirSync(folder, { encoding: 'utf8' }).map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  return texts.filter((text) => /Subject: Webhook Sandi (gagal terus|sering gagal)/.test(text));
}

const remove = async ({ id }: Endpoint) => {
  const token = await userToken(test, owner.userId);
  expect(await test.api.delete(`${ROOT}/${id}`, { token })).toAnswer(200);
};

const change = async ({ id }: Endpoint, body: object) => {
  const token = await userToken(test, owner.userId);
  expect(await test.api.patch(`${ROOT}/${id}`, body, { token })).toAnswer(200);
};

describe('a webhook', () => {
  it('is untested until it is called, and again at another URL or after it was switched on', async () => {
    const endpoint = await register(test, owner, receiver.url('/new'));
    expect(await healthOf(endpoint)).toMatchObject({ state: 'untested', success_share: null });
    await answered('/new', 200);
    expect(await healthOf(endpoint)).toMatchObject({ state: 'well', success_share: 1 });
    test.clock.advance(2 * 86_400);
    expect(await healthOf(endpoint), 'called before, and idle since').toMatchObject({
      state: 'well',
      success_share: null,
    });
    await answered('/new', 500);
    await change(endpoint, { url: receiver.url('/newer') });
    expect(await healthOf(endpoint)).toMatchObject({ state: 'untested', success_share: null });
    await answered('/newer', 200);
    expect(await healthOf(endpoint), 'by the attempts at this URL alone').toMatchObject({
      state: 'well',
      success_share: 1,
    });
    await change(endpoint, { active: false });
    await change(endpoint, { active: true });
    expect(await stateOf(endpoint)).toBe('untested');
    await remove(endpoint);
  });

  it('of whose attempts a third succeeds is unreliable, whatever its last one came to', async () => {
    const endpoint = await register(test, owner, receiver.url('/third'));
    for (let round = 0; round < 3; round++) {
      await answered('/third', 500, 500, 200);
      expect((await healthOf(endpoint))?.success_share).toBeCloseTo(1 / 3);
      expect(await stateOf(endpoint)).toBe('unreliable');
    }
    await answered('/third', 500);
    expect(await stateOf(endpoint)).toBe('unreliable');
    test.clock.advance(25 * 3600);
    await answered('/third', 200);
    await remove(endpoint);
  });

  it('is mailed of to its owner once, with the words of its page and its share', async () => {
    const before = await mails();
    const endpoint = await register(test, owner, receiver.url('/mailed'));
    for (let round = 0; round < 5; round++) await answered('/mailed', 500, 500, 200);
    const fresh = (await mails()).filter((mail) => !before.includes(mail));
    expect(fresh).toHaveLength(1);
    expect(fresh[0]).toContain('Subject: Webhook Sandi sering gagal');
    expect(fresh[0]).toContain(`/webhooks/${endpoint.id}`);
    expect(fresh[0]).toMatch(/\d+ dari \d+ percobaan/);
    await remove(endpoint);
  });
});
