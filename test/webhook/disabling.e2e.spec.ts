import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { mailsDone } from '../auth/people.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { userToken } from '../support/tokens.js';
import type { Receiver } from './receiver.js';
import { useOutbound } from './set-up.js';
import {
  dataOf,
  deliver,
  deliveriesOf,
  type Endpoint,
  happen,
  type Owner,
  register,
  ROOT,
  WEBHOOK_ENV,
} from './support.js';

const DAY = 86_400;

let test: TestApp;
let receiver: Receiver;
let owner: Owner;
useOutbound(
  () => startTestApp({ env: WEBHOOK_ENV }),
  (ready) => ({ service: test, receiver, owner } = ready),
);

interface Flag {
  active: boolean;
  disabled_reason: string | null;
  failing_since: string | null;
  health: {
    state: string;
    failures: number;
    success_share: number | null;
    next_attempt_at: string | null;
    attempts: { at: string; delivered: number; failed: number }[];
  };
}

async function flagOf({ id }: Endpoint): Promise<Flag | undefined> {
  const token = await userToken(test, owner.userId);
  const listed = dataOf<(Endpoint & Flag)[]>(await test.api.get(ROOT, { token }));
  return listed.find((endpoint) => endpoint.id === id);
}

async function activate({ id }: Endpoint): Promise<void> {
  const token = await userToken(test, owner.userId);
  expect(await test.api.patch(`${ROOT}/${id}`, { active: true }, { token })).toAnswer(200);
}

/** The mails to the owner, whole. */
async function mails(): Promise<string[]> {
  await mailsDone(test);
  const folder = join(test.config.DATA_DIR, 'mail');
  const texts = readdirSync(folder, { encoding: 'utf8' }).map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  return texts.filter(
    (text) =>
      text.includes(`To: ${owner.username}@`) && text.includes('Subject: Webhook Sandi dinonaktifkan'),
  );
}

describe('an endpoint', () => {
  it('that answers 410 is switched off at once, with one mail to its owner and a flag', async () => {
    receiver.behave('/gone', { status: 410 });
    const endpoint = await register(test, owner, receiver.url('/gone'));
    await happen(test, owner.userId);
    await deliver(test);
    expect(await flagOf(endpoint)).toMatchObject({ active: false, disabled_reason: 'gone' });
    expect(await deliveriesOf(test, owner, endpoint)).toMatchObject([{ status: 'failed' }]);
    const [mail = '', ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toContain('Subject: Webhook Sandi dinonaktifkan');
    expect(mail).toContain(`Webhook nomor ${endpoint.id} (127.0.0.1)\r\n`);
    expect(mail).toContain('410');

    const refused = await test.api.post(`${ROOT}/${endpoint.id}/test`, undefined, { token: owner.token });
    expect(refused).toAnswer(409, 'webhook_inactive');
    await happen(test, owner.userId);
    await deliver(test);
    expect(receiver.at('/gone')).toHaveLength(1);
  });

  it('is not switched off, nor failing, by the answer of a URL that it has no more', async () => {
    const token = await userToken(test, owner.userId);
    const former = createServer((_, response) => {
      const url = receiver.url('/moved');
      void test.api
        .patch(`${ROOT}/${endpoint.id}`, { url }, { token })
        .then(() => response.writeHead(410).end());
    });
    onTestFinished(() => void former.close());
    await once(former.listen(0, '127.0.0.1'), 'listening');
    const { port } = former.address() as AddressInfo;
    const endpoint = await register(test, owner, `http://127.0.0.1:${port}/`);
    await happen(test, owner.userId);
    await deliver(test);
    expect(await deliveriesOf(test, owner, endpoint)).toMatchObject([{ status: 'failed' }]);
    expect(await flagOf(endpoint)).toMatchObject({
      active: true,
      disabled_reason: null,
      failing_since: null,
      health: { failures: 0 },
    });
    expect(await mails()).toEqual([]);
  });

  it('that several answers of 410 meet at once is told of once', async () => {
    receiver.behave('/gone-often', { status: 410 });
    await register(test, owner, receiver.url('/gone-often'));
    for (let nth = 0; nth < 5; nth++) await happen(test, owner.userId);
    await deliver(test);
    expect(receiver.at('/gone-often').length).toBeGreaterThan(1);
    expect(await mails()).toHaveLength(1);
  });

  it('that has only failed for WEBHOOK_DISABLE_DAYS is switched off, and one success starts the count anew', async () => {
    receiver.behave('/failing', { status: 500 });
    const endpoint = await register(test, owner, receiver.url('/failing'));
    const fail = async (afterSeconds: number) => {
      await happen(test, owner.userId);
      await deliver(test, afterSeconds);
    };
    await fail(0);
    expect((await flagOf(endpoint))?.failing_since).toEqual(expect.any(String));
    await fail(4 * DAY);
    receiver.behave('/failing', { status: 200 });
    await fail(0);
    expect(await flagOf(endpoint)).toMatchObject({ active: true, failing_since: null });
    receiver.behave('/failing', { status: 500 });
    await fail(0);
    await fail(4 * DAY);
    expect(await flagOf(endpoint)).toMatchObject({ active: true });
    expect(await mails()).toEqual([]);
    await fail(DAY);
    expect(await flagOf(endpoint)).toMatchObject({ active: false, disabled_reason: 'failing' });
    const [mail = '', ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toContain('5 hari');
  });

  it('that fails is retried at first, and alarms after WEBHOOK_ALARM_FAILURES or WEBHOOK_ALARM_MINUTES', async () => {
    receiver.behave('/often', { status: 500 });
    const often = await register(test, owner, receiver.url('/often'));
    const [state, failures] = [
      async () => (await flagOf(often))?.health.state,
      async () => (await flagOf(often))?.health.failures,
    ];
    await happen(test, owner.userId);
    await deliver(test);
    expect([await state(), await failures()]).toEqual(['retrying', 1]);
    expect((await flagOf(often))?.health.next_attempt_at).toEqual(expect.any(String));
    await happen(test, owner.userId);
    await deliver(test);
    expect([await state(), await failures()]).toEqual(['retrying', 2]);
    await happen(test, owner.userId);
    await deliver(test);
    expect(await flagOf(often)).toMatchObject({
      health: { state: 'failing', failures: 3, success_share: 0 },
    });
    receiver.behave('/often', { status: 200 });
    await deliver(test, 60);
    expect(await flagOf(often)).toMatchObject({
      health: { state: 'unreliable', failures: 0, success_share: 0.5, next_attempt_at: null },
    });
    receiver.behave('/often', { status: 500 });
    await happen(test, owner.userId);
    await deliver(test);
    expect(await state()).toBe('unreliable');
    test.clock.advance(30 * 60);
    expect([await state(), await failures()]).toEqual(['failing', 1]);
    // What it was called is counted by the hour, in passing, before it is written down and after.
    const before = (await flagOf(often))?.health.attempts;
    await test.app.get(Sweepers).runOnce('tallies');
    expect((await flagOf(often))?.health.attempts).toEqual(before);
    const { attempts: hours = [], success_share: share } = (await flagOf(often))?.health ?? {};
    expect(hours).toHaveLength(24);
    const sum = (what: 'delivered' | 'failed') => hours.reduce((all, hour) => all + hour[what], 0);
    expect([sum('delivered'), sum('failed')]).toEqual([3, 4]);
    expect(share).toBe(3 / 7);
    test.clock.advance(DAY);
    const later = (await flagOf(often))?.health;
    expect(later?.attempts.every(({ failed }) => failed === 0)).toBe(true);
    expect(later?.success_share).toBeNull();
  });

  it('that has very many attempts a day has the share of all of them', async () => {
    const busy = await register(test, owner, receiver.url('/busy'));
    const happenOften = async (times: number) => {
      for (let nth = 0; nth < times; nth++) await happen(test, owner.userId);
      await deliver(test);
    };
    receiver.behave('/busy', { status: 500 });
    await happenOften(2);
    receiver.behave('/busy', { status: 200 });
    await happenOften(248);
    await test.app.get(Sweepers).runOnce('tallies');
    expect((await flagOf(busy))?.health.success_share).toBe(248 / 250);
  });

  it('that is switched on again has a clean record, and what waited goes out', async () => {
    receiver.behave('/back', { status: 500 });
    const endpoint = await register(test, owner, receiver.url('/back'));
    await happen(test, owner.userId, { data: { nth: 'waiting' } });
    await deliver(test);
    receiver.behave('/back', { status: 410 });
    await happen(test, owner.userId, { data: { nth: 'gone' } });
    await deliver(test);
    await deliver(test, DAY);
    expect(await flagOf(endpoint)).toMatchObject({ active: false });
    expect(receiver.at('/back')).toHaveLength(2);
    const waiting = await deliveriesOf(test, owner, endpoint, '?status=pending');
    expect(waiting).toMatchObject([{ next_attempt_at: null }]);
    receiver.behave('/back', { status: 200 });
    await activate(endpoint);
    expect(await flagOf(endpoint)).toMatchObject({
      active: true,
      disabled_reason: null,
      failing_since: null,
    });
    await deliver(test);
    expect(receiver.at('/back').at(-1)?.body).toContain('waiting');
    expect(receiver.at('/back')).toHaveLength(3);
  });

  it('that its owner switched off or deleted gets nothing', async () => {
    const off = await register(test, owner, receiver.url('/off'));
    const deleted = await register(test, owner, receiver.url('/deleted'));
    await happen(test, owner.userId);
    await test.api.patch(`${ROOT}/${off.id}`, { active: false }, { token: owner.token });
    await test.api.delete(`${ROOT}/${deleted.id}`, { token: owner.token });
    await deliver(test);
    expect(receiver.received).toEqual([]);
    expect(await flagOf(off)).toMatchObject({ active: false, disabled_reason: null });
  });
});
