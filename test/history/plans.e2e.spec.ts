import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { RollupJob } from '../../src/analytics/rollup-job.js';
import { ROWS_SCANNED_MAX } from '../../src/history/index-scans.rules.js';
import { Recovery } from '../../src/otp/recovery.js';
import { StoredResponses } from '../../src/otp/stored-responses.js';
import { WebhookEndpoint } from '../../src/webhook/webhook.entities.js';
import { signedCallback } from '../callbacks/signed-callback.js';
import { type Account, createAccount } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { planOf, rowsReadBy, type Statement, statementsOf } from '../support/statements.js';
import { adminToken, userToken } from '../support/tokens.js';
import {
  BUSY_PHONE,
  fillHistory,
  HEAVY_DAY,
  IDEMPOTENCY_KEY,
  MESSAGES,
  RARE_BRAND,
  RARE_KEY,
  RARE_PREFIX,
  RARE_REASON,
} from './filled.js';

/** More than any page has, with its counters and the part of a usual day before it. */
const ROWS_READ_MAX = 1000;
const ENV = {
  RECOVERY_SECONDS: '3600',
  DEVICE_JUDGE_SECONDS: '3600',
  WEBHOOK_SWEEP_MS: '3600000',
  // Or the housekeeping takes away what is read here.
  WEBHOOK_LOG_DAYS: '3650',
};
const RUNS = 3;

let service: TestService;
let account: Account;
let token: string;
let endpointId: number;
let middleId: number;
let admin: string;

beforeAll(async () => {
  service = await startTestService({ env: ENV });
  account = await createAccount(service);
  token = await userToken(service, account.userId);
  admin = await adminToken(service);
  const now = service.clock.now();
  endpointId = await service.database.tx(async (tx) => {
    const row = { userId: account.userId, url: 'https://webhook.example.test/', secret: 'x', active: true };
    await tx.insert(WebhookEndpoint, { ...row, createdAt: now });
    return (await tx.findOneByOrFail(WebhookEndpoint, { userId: account.userId })).id;
  });
  middleId = await fillHistory(service, { userId: account.userId, endpointId });
}, 120_000);
afterAll(() => service.close());

const LARGE = /[" `](messages|credit_entries|webhook_deliveries|idempotency_keys)[" `]/;
/** In the words of SQLite; MariaDB's rows are counted. What it reads of a page's own ids, or of pending messages, is no walk. */
const WALKS = /SCAN (?!page)|^(?!.*(SCAN page|ix_messages_status_lease_until)).*TEMP B-TREE/i;

/** How many rows the database went through for a piece of work. */
async function cost(work: () => Promise<unknown>): Promise<number> {
  await work();
  const runs: Statement[][] = [];
  for (let run = 0; run < RUNS; run++) {
    const statements = await statementsOf(service, work);
    runs.push(statements.filter(({ sql }) => sql.trimStart().startsWith('SELECT')));
  }
  // In the longer ones something ran beside it.
  const [reads = []] = runs.sort((one, other) => one.length - other.length);
  expect(reads.length).toBeGreaterThan(0);
  if (service.database.engine === 'mysql') return rowsReadBy(service, reads);
  // test/credit/plans.e2e.spec.ts holds the look-up of a key.
  const large = reads.filter(({ sql }) => LARGE.test(sql) && !sql.includes('FROM api_keys k'));
  for (const read of large) expect(await planOf(service, read), read.sql).not.toMatch(WALKS);
  return 0;
}

const get = async (path: string, key: string, status = 200) =>
  expect(await service.api.get(path, { token: key })).toAnswer(status);

const search = async (room: string, body: object) => {
  const tokens: Record<string, string> = { otp: account.key, account: token, admin };
  const answer = await service.api.post(`/api/${room}/messages/search`, body, { token: tokens[room] });
  expect(answer).toAnswer(200);
};

describe(`with ${MESSAGES} messages, a page reads little more than its own rows:`, () => {
  it.each([
    ['the first', ''],
    ['one far back', `?page=${MESSAGES / 2 / 20 - 5}`],
    ['the last', `?page=${MESSAGES / 2 / 20}`],
    ['after a cursor in the midst of a heavy day', '?cursor=MIDDLE'],
    ['of a status that is rare', '?status=failed'],
    ['of that status after a cursor', '?status=failed&limit=2&cursor=MIDDLE'],
    ['up to a day', '?to=2026-01-10'],
    ['from a day on, of one status', `?status=delivered&from=${HEAVY_DAY}`],
    ['of days without any', '?to=2020-01-01'],
  ])('%s', async (_, query) => {
    const path = `/api/otp/history${query.replace('MIDDLE', String(middleId))}`;
    expect(await cost(() => get(path, account.key))).toBeLessThan(ROWS_READ_MAX);
  });

  it.each([
    ['with pending ones', '?include=pending'],
    ['of pending ones only', '?status=pending'],
    ['of those after a cursor', '?status=pending&cursor=MIDDLE'],
  ])("of the account's own list, %s", async (_, query) => {
    const path = `/api/account/history${query.replace('MIDDLE', String(middleId))}`;
    expect(await cost(() => get(path, token))).toBeLessThan(ROWS_READ_MAX);
  });

  it.each([
    ['the oldest', '?sort=oldest'],
    ['one far back from there', `?sort=oldest&page=${MESSAGES / 4 / 20 - 5}`],
    ['of a rare key', `?key=${RARE_KEY}`],
    ['of the usual key after a cursor', '?key=1&cursor=MIDDLE'],
    ['of a rare brand', `?brand=${RARE_BRAND}`],
    ['of the usual brand in some days', '?brand=Toko&from=2026-01-12&to=2026-01-15'],
    ['of a rare reason', `?reason=${RARE_REASON}&include=pending`],
    ['of a reason, oldest first', '?reason=gateway_fault&sort=oldest&cursor=MIDDLE'],
    ['of a reason of one brand', `?reason=${RARE_REASON}&brand=${RARE_BRAND}&to=2026-01-20`],
    ['of the usual prefix', '?prefix=081'],
    ['of that prefix after a cursor', '?prefix=081&cursor=MIDDLE'],
    ['of that prefix, oldest first after a cursor', '?prefix=081&sort=oldest&cursor=MIDDLE'],
    ['of that prefix in some days', '?prefix=081&from=2026-01-12&to=2026-01-15'],
    ['of a rare prefix of a rare key', `?prefix=${RARE_PREFIX}&key=${RARE_KEY}`],
  ])("of the account's own list, %s", async (_, query) => {
    const path = `/api/account/history${query.replace('MIDDLE', String(middleId))}`;
    expect(await cost(() => get(path, token))).toBeLessThan(ROWS_READ_MAX);
  });

  it('and what no index has is looked for no further than it is said', async () => {
    const path = `/api/account/history?brand=Toko&reason=blocked_by_recipient&key=1`;
    expect(await cost(() => get(path, token))).toBeLessThan(ROWS_READ_MAX);
    const rare = '/api/account/history?brand=Toko&key=1&status=pending';
    expect(await cost(() => get(rare, token))).toBeLessThan(ROWS_SCANNED_MAX + ROWS_READ_MAX);
    for (const more of ['', '&cursor=MIDDLE', '&sort=oldest', '&sort=oldest&cursor=MIDDLE']) {
      const path = `/api/account/history?prefix=${RARE_PREFIX}${more.replace('MIDDLE', String(middleId))}`;
      expect(await cost(() => get(path, token))).toBeLessThan(ROWS_SCANNED_MAX + ROWS_READ_MAX);
    }
  });

  it('and where an account has few, none of the others’ are looked at for a prefix', async () => {
    const { userId } = await createAccount(service);
    const own = await userToken(service, userId);
    for (const path of [`account/history?prefix=081`, 'account/history?prefix=081&sort=oldest'])
      expect(await cost(() => get(`/api/${path}`, own))).toBeLessThan(ROWS_READ_MAX);
    const path = `/api/admin/messages?prefix=081&user_id=${userId}`;
    expect(await cost(() => get(path, admin))).toBeLessThan(ROWS_READ_MAX);
  });

  it('and the brands of an account are few steps', async () =>
    expect(await cost(() => get('/api/account/history/brands', token))).toBeLessThan(ROWS_READ_MAX));

  it.each(['', '&cursor=MIDDLE'])('of an external_id: %s', async (query) => {
    const path = `/api/otp/messages?external_id=sering${query.replace('MIDDLE', String(middleId))}`;
    expect(await cost(() => get(path, account.key))).toBeLessThan(ROWS_READ_MAX);
  });

  it.each(['external_id=sering', 'external_id=sering&cursor=MIDDLE', 'reference=otp_filled_100'])(
    'of verifications: %s',
    async (query) => {
      const path = `/api/otp/verifications?${query.replace('MIDDLE', String(middleId))}`;
      expect(await cost(() => get(path, account.key))).toBeLessThan(ROWS_READ_MAX);
    },
  );

  describe.each(['otp', 'account'])('of a search in /api/%s', (room) => {
    it.each([{ phone: BUSY_PHONE }, { last4: BUSY_PHONE.slice(-4) }, { external_id: 'sering' }])(
      '%j',
      async (by) => {
        for (const more of [{}, { cursor: middleId }, { to: '2026-01-15' }, { from: '2026-03-01' }])
          expect(await cost(() => search(room, { ...by, ...more }))).toBeLessThan(ROWS_READ_MAX);
      },
    );

    it.each([
      { reference: 'otp_filled_100' },
      { message_id: 'wa_100' },
      { idempotency_key: IDEMPOTENCY_KEY },
    ])('%j', async (by) => expect(await cost(() => search(room, by))).toBeLessThan(ROWS_READ_MAX));
  });

  it('and one of several days at once, no others than those', async () => {
    const query = '?status=failed&limit=100&to=2026-01-25';
    expect(await cost(() => get(`/api/otp/history${query}`, account.key))).toBeLessThan(4 * ROWS_READ_MAX);
  });

  it.each(['', '?page=2', '?page=100000'])('of the ledger: %s', async (query) => {
    const read = await cost(() => get(`/api/account/credit/entries${query}`, token));
    expect(read).toBeLessThan(ROWS_READ_MAX);
  });

  it.each([
    'kind=topup',
    'direction=in',
    'kind=charge&page=50',
    'from=2026-01-01',
    'direction=out&to=2025-01-01',
  ])('of a ledger that is narrowed: %s', async (query) => {
    const read = await cost(() => get(`/api/account/credit/entries?${query}`, token));
    // To count a thousand lines is to go through them.
    expect(read).toBeLessThan(5 * ROWS_READ_MAX);
  });

  it.each(['', '?status=failed', '?cursor=MIDDLE'])('of a webhook’s log: %s', async (query) => {
    const path = `/api/account/webhooks/${endpointId}/deliveries${query.replace('MIDDLE', String(middleId))}`;
    expect(await cost(() => get(path, token))).toBeLessThan(ROWS_READ_MAX);
  });
});

describe(`with ${MESSAGES} messages, as little is read by`, () => {
  it.each(['/api/otp/credit', '/api/otp/stats'])('%s', async (path) =>
    expect(await cost(() => get(path, account.key))).toBeLessThan(ROWS_READ_MAX),
  );

  it('the statistics of an account, but for the messages that tell how fast they arrive', async () =>
    expect(await cost(() => get('/api/account/stats', token))).toBeLessThan(ROWS_READ_MAX + 500));

  it.each([
    ['known by the gateway’s id', { id: 'wa_100' }],
    ['known by our reference', { id: 'wa_new', reference: 'otp_filled_100' }],
    ['nobody knows', { id: 'wa_unknown', reference: 'otp_unknown' }],
  ])('a callback for a message %s', async (_, ids) => {
    const event = { event: 'message.status', payload: { ...ids, status: 'sent', error: null } };
    const call = async () => {
      const secret = service.config.webhookSecrets[0] ?? '';
      const { raw, headers } = signedCallback(event, secret, service.clock.now());
      const answer = await service.api.post('/api/webhook/gateway', undefined, { raw, headers });
      expect(answer).toAnswer(200);
    };
    expect(await cost(call)).toBeLessThan(ROWS_READ_MAX);
  });

  it('a round of the recovery', async () => {
    const { app } = service;
    expect(await cost(() => app.get(Recovery).sweep())).toBeLessThan(ROWS_READ_MAX);
    expect(await cost(() => app.get(StoredResponses).complete())).toBeLessThan(ROWS_READ_MAX);
  });
});

describe('an administrator’s search reads little more than its own rows:', () => {
  it.each([
    { phone: BUSY_PHONE },
    { last4: BUSY_PHONE.slice(-4) },
    { last4: '1002' },
    { external_id: 'sering' },
  ])('%j', async (by) => {
    for (const more of [{}, { cursor: middleId }, { to: '2026-01-15' }, { from: '2026-03-01' }])
      expect(await cost(() => search('admin', { ...by, ...more }))).toBeLessThan(ROWS_READ_MAX);
  });

  it.each([{ reference: 'otp_filled_100' }, { message_id: 'wa_100' }, { idempotency_key: IDEMPOTENCY_KEY }])(
    '%j',
    async (by) => expect(await cost(() => search('admin', by))).toBeLessThan(ROWS_READ_MAX),
  );
});

describe('an administrator’s narrowed list reads', () => {
  it.each([
    'device_id=1',
    'device_id=1&sort=oldest',
    'from=2026-01-12&to=2026-01-13',
    'mode=live&status=delivered',
    `brand=${RARE_BRAND}&user_id=USER`,
    `reason=${RARE_REASON}&user_id=USER&cursor=MIDDLE`,
    `key=${RARE_KEY}&user_id=USER`,
    'prefix=081&user_id=USER',
    'prefix=081',
  ])('little more than its own rows: %s', async (query) => {
    const asked = query.replace('USER', String(account.userId)).replace('MIDDLE', String(middleId));
    expect(await cost(() => get(`/api/admin/messages?${asked}`, admin))).toBeLessThan(ROWS_READ_MAX);
  });

  it.each([
    `reason=${RARE_REASON}`,
    `brand=${RARE_BRAND}`,
    `prefix=${RARE_PREFIX}`,
    `key=${RARE_KEY}`,
    'device_id=1&status=pending',
    'brand=nobody',
  ])('no more than it may look through: %s', async (query) => {
    const read = await cost(() => get(`/api/admin/messages?${query}`, admin));
    expect(read).toBeLessThan(ROWS_SCANNED_MAX + ROWS_READ_MAX);
  });

  it('as much of each mode for the prefix of an account', async () => {
    const path = `/api/admin/messages?prefix=${RARE_PREFIX}&user_id=${account.userId}`;
    expect(await cost(() => get(path, admin))).toBeLessThan(ROWS_SCANNED_MAX + ROWS_READ_MAX);
  });
});

describe.runIf(inject('engine') === 'mysql')('an administrator’s list of messages reads', () => {
  it.each(['', '?status=failed', '?status=pending'])('little more than its own rows: %s', async (query) =>
    expect(await cost(() => get(`/api/admin/messages${query}`, admin))).toBeLessThan(ROWS_READ_MAX),
  );

  it.each(['', '&status=failed&page=5', '&page=700'])('a day of an account at most: %s', async (query) => {
    const path = `/api/admin/messages?user_id=${account.userId}${query}`;
    expect(await cost(() => get(path, admin))).toBeLessThan(MESSAGES / 4 + ROWS_READ_MAX);
  });
});

/** They see messages a day at a time, and pages only what came of that. */
describe('once messages are added up', () => {
  let rollupJob: RollupJob;
  beforeAll(async () => {
    rollupJob = service.app.get(RollupJob);
    const seen = Date.parse('2026-02-03T05:00:00Z');
    service.clock.advance((seen - service.clock.now().getTime()) / 1000);
    for (let round = 0; round < 30; round++) {
      await rollupJob.rollUpChanges();
      service.clock.advance(60);
    }
    token = await userToken(service, account.userId);
    admin = await adminToken(service);
  }, 120_000);
  afterAll(() => service.clock.reset());

  it.each(['24h', '7d', '90d'])('the analytics of %s read no message', async (window) => {
    const { body } = await service.api.get(`/api/account/analytics?window=${window}`, { token });
    const { totals } = body.data as { totals: { delivered: number } };
    expect(totals.delivered > 0).toBe(window !== '24h');
    for (const [room, who] of Object.entries({ account: token, admin }))
      expect(await cost(() => get(`/api/${room}/analytics?window=${window}`, who))).toBeLessThan(
        ROWS_READ_MAX,
      );
  });

  it('a round that finds nothing new reads none either', async () => {
    expect(await cost(() => rollupJob.rollUpChanges())).toBeLessThan(ROWS_READ_MAX);
  });
});
