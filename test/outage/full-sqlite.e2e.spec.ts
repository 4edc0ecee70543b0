import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { canLimitFiles, type Disk, NO_MORE_PAGES, NO_WRITES, SmallDisk } from './small-disk.js';

const SENDS_AT_ONCE = 8;
const FULL_ROUNDS_MAX = 200;

const smallDisk = inject('engine') === 'sqlite' ? SmallDisk.mount(24) : undefined;
afterAll(() => smallDisk?.remove());

const DISKS: { what: string; disk: Disk | undefined; isThere: boolean }[] = [
  { what: 'a full disk', disk: smallDisk, isThere: smallDisk !== undefined },
  { what: 'a file that may not grow', disk: NO_MORE_PAGES, isThere: true },
  { what: 'writes that fail', disk: NO_WRITES, isThere: canLimitFiles },
];

describe.runIf(inject('engine') === 'sqlite').each(DISKS)('SQLite with $what', ({ disk, isThere }) => {
  let service: TestService;
  let account: Account;
  beforeAll(async () => {
    const databaseUrl =
      disk === smallDisk && smallDisk ? `sqlite:${join(smallDisk.path, 'otp.sqlite')}` : undefined;
    service = await startTestService({ databaseUrl });
    account = await createAccount(service, 10_000_000);
  });
  afterAll(() => service?.close());
  keepBooks(() => service);

  const send = async () => {
    const answer = await service.api.post('/api/otp/send', sendBody(), { token: account.key });
    return `${answer.status} ${answer.body.code ?? ''}`.trim();
  };
  const sends = (count: number) => Promise.all(Array.from({ length: count }, send));

  const ready = async () => {
    const { status, body } = await service.api.get('/health/ready');
    return `${status} ${(body.data as { database: string }).database}`;
  };
  const forgot = async () => {
    const { status, body } = await service.api.post('/api/auth/forgot-password', { email: 'a@example.com' });
    return `${status} ${body.code}`;
  };

  /** Sends together and alone until every send of a round has met the fault before its message was stored. */
  async function sendUntilRefused(): Promise<string[]> {
    const all: string[] = [];
    for (let round = 0; round < FULL_ROUNDS_MAX; round++) {
      const answers = await sends(round % 2 === 0 ? SENDS_AT_ONCE : 1);
      all.push(...answers);
      if (answers.every((answer) => answer === '503 unavailable')) return all;
    }
    throw new Error('no send met the fault');
  }

  it.runIf(isThere)('refuses sends with 503, and sends again without a restart once it can', async () => {
    expect(await sends(20)).toEqual(Array(20).fill('200'));
    await disk?.block(service);
    const acceptedBefore = service.gateway.accepted.length;
    let answers: string[];
    try {
      answers = await sendUntilRefused();
      expect(await ready()).toBe('503 down');
      expect(await forgot()).toBe('503 unavailable');
    } finally {
      await disk?.free(service);
    }
    expect(await ready()).toBe('200 up');
    const count = (wanted: string) => answers.filter((answer) => answer === wanted).length;
    // An unknown outcome is that of a send that the gateway got.
    expect(count('200') + count('504 gateway_unknown')).toBe(
      service.gateway.accepted.length - acceptedBefore,
    );
    expect(count('503 unavailable')).toBe(answers.length - count('200') - count('504 gateway_unknown'));
    expect(count('503 unavailable')).toBeGreaterThan(0);

    expect(await sends(60)).toEqual(Array(60).fill('200'));
  });
});
