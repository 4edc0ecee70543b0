import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreditEntry } from '../../../src/credit/credit.entities.js';
import { TopUpRequest } from '../../../src/credit/top-ups/top-up.entities.js';
import { TopUpRequests } from '../../../src/credit/top-ups/top-up-requests.js';
import { Sweepers } from '../../../src/platform/background/sweepers.js';
import { sha256 } from '../../../src/platform/security/hashing.js';
import { UsersService } from '../../../src/users/index.js';
import { mailsDone } from '../../auth/people.js';
import { keepBooks } from '../../support/app.js';
import { type Account, createAccount } from '../../support/factories.js';
import { type MailServer, startMailServer } from '../../support/mail-server.js';
import { png } from '../../support/png.js';
import { startTestService, type TestService } from '../../support/service.js';
import { adminToken, userToken } from '../../support/tokens.js';

const PNG = png({ width: 21, height: 21 });
const ASKED = { amount: 50_000, sender: 'Budi Santoso', note: 'm-banking' };
const GUIDE = {
  instructions: 'Transfer ke rekening ini.',
  accounts: [{ bank: 'BCA', number: '1234567890', holder: 'PT Sandi Jaya' }],
  operator_name: 'PT Sandi Jaya',
  operator_address: 'Jl. Merdeka 1\nJakarta',
};

interface RequestView {
  id: number;
  status: string;
  reason: string | null;
  entry_id: number | null;
  decided_at: string | null;
}

let mails: MailServer;
let service: TestService;
/** Two administrators. */
let admins: string[];
beforeAll(async () => {
  mails = await startMailServer();
  service = await startTestService({
    env: { SMTP_URL: `smtp://${mails.address}`, ALERTS_SECONDS: '3600', TOPUP_CONFIRM_ABOVE: '1000000' },
  });
  const other = await createAccount(service);
  const first = await adminToken(service);
  await service.api.put(`/api/admin/users/${other.userId}/role`, { role_id: 1 }, { token: first });
  admins = [first, await userToken(service, other.userId)];
});
afterAll(async () => {
  await service.close();
  await mails.close();
});
keepBooks(() => service);

const tokenOf = ({ userId }: Account) => userToken(service, userId);
const ask = async (account: Account, body: object = ASKED) =>
  service.api.post('/api/account/top-up/requests', body, { token: await tokenOf(account) });
const asked = async (account: Account, body: object = ASKED) => {
  const answer = await ask(account, body);
  expect(answer).toAnswer(201);
  return (answer.body.data as RequestView).id;
};
const decide = (id: number, what: 'confirm' | 'decline', body: object = {}, token = admins[0]) =>
  service.api.post(`/api/admin/top-up/requests/${id}/${what}`, body, { token });
const own = async (account: Account) => {
  const answer = await service.api.get('/api/account/top-up/requests', { token: await tokenOf(account) });
  return (answer.body.data as { items: RequestView[] }).items;
};
const topUpsOf = ({ userId }: Account) =>
  service.database.read.findBy(CreditEntry, { userId, kind: 'topup' });
const balanceOf = async ({ key }: Account) =>
  ((await service.api.get('/api/otp/credit', { token: key })).body.data as { credit_balance: number })
    .credit_balance;

describe('a top-up request', () => {
  it('moves nothing by itself, and once confirmed names its line of the ledger, which names it', async () => {
    const account = await createAccount(service, 10_000);
    const id = await asked(account);
    expect(await balanceOf(account)).toBe(10_000);
    expect(await own(account)).toMatchObject([{ id, ...ASKED, status: 'open', entry_id: null }]);
    const answer = await decide(id, 'confirm');
    expect(answer.body.data).toMatchObject({ id, status: 'confirmed', username: account.username });
    const { entry_id: entryId } = answer.body.data as RequestView;
    expect(await balanceOf(account)).toBe(60_000);
    const token = await tokenOf(account);
    const ledger = await service.api.get('/api/account/credit/entries?limit=1', { token });
    expect((ledger.body.data as { items: object[] }).items).toMatchObject([
      {
        id: entryId,
        kind: 'topup',
        amount: 50_000,
        note: `Transfer dari Budi Santoso (permintaan ${id})`,
        top_up_request_id: id,
      },
    ]);
    const audit = await service.api.get('/api/admin/audit?action=credit.topup&limit=1', { token: admins[0] });
    expect((audit.body.data as { items: object[] }).items).toMatchObject([
      { target: `user:${account.userId}`, detail: { amount: 50_000, request: id } },
    ]);
  });

  it('tops up by what arrived, where that is not what was said', async () => {
    const account = await createAccount(service, 10_000);
    const id = await asked(account);
    await decide(id, 'confirm', { amount: 49_500 });
    expect(await balanceOf(account)).toBe(59_500);
    expect(await own(account)).toMatchObject([{ id, amount: 50_000, status: 'confirmed' }]);
  });

  it('is one line of the ledger, however many administrators and clicks confirm it at once', async () => {
    const account = await createAccount(service, 10_000);
    const id = await asked(account);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, nth) => decide(id, 'confirm', {}, admins[nth % 2])),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(11).fill(409)]);
    expect(answers.filter(({ body }) => body.code === 'top_up_decided')).toHaveLength(11);
    expect(await balanceOf(account)).toBe(60_000);
    expect((await topUpsOf(account)).filter(({ amount }) => amount === 50_000)).toHaveLength(1);
  });

  it('is confirmed, declined or withdrawn, whichever of them comes first', async () => {
    for (let round = 0; round < 4; round++) {
      const account = await createAccount(service, 10_000);
      const id = await asked(account);
      const token = await tokenOf(account);
      const answers = await Promise.all([
        decide(id, 'decline', { reason: 'Belum masuk.' }, admins[1]),
        decide(id, 'confirm'),
        service.api.delete(`/api/account/top-up/requests/${id}`, { token }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const isConfirmed = answers[1].status === 200;
      expect(await balanceOf(account)).toBe(isConfirmed ? 60_000 : 10_000);
      expect(await own(account)).toHaveLength(answers[2].status === 200 ? 0 : 1);
    }
  });

  it('two of one account at once are two lines', async () => {
    const account = await createAccount(service, 10_000);
    const ids = [await asked(account), await asked(account, { ...ASKED, amount: 7_000 })];
    await Promise.all(ids.map((id, nth) => decide(id, 'confirm', {}, admins[nth])));
    expect(await balanceOf(account)).toBe(67_000);
    const lines = new Map((await topUpsOf(account)).map(({ id, amount }) => [id, amount]));
    const requests = await own(account);
    expect(requests.map(({ entry_id: entry }) => lines.get(Number(entry))).toSorted()).toEqual(
      [50_000, 7_000].toSorted(),
    );
  });

  it('that is declined moves nothing, and its owner reads why', async () => {
    const account = await createAccount(service, 10_000);
    const id = await asked(account);
    const reason = 'Transfer belum masuk ke rekening kami.';
    expect(await decide(id, 'decline', { reason })).toAnswer(200);
    expect(await own(account)).toMatchObject([{ status: 'declined', reason, entry_id: null }]);
    expect((await decide(id, 'confirm')).body.code).toBe('top_up_decided');
    expect(await balanceOf(account)).toBe(10_000);
    expect((await decide(id, 'decline', {})).body.code).toBe('parameter_missing');
  });

  it('is told by a mail when it is decided, once, in none of anybody’s words', async () => {
    const account = await createAccount(service, 10_000);
    const { email = '' } = (await service.app.get(UsersService).find(account.userId)) ?? {};
    const ids = [await asked(account), await asked(account)];
    await decide(ids[0] ?? 0, 'confirm');
    await decide(ids[1] ?? 0, 'decline', { reason: 'Buka https://jahat.test' });
    for (let round = 0; round < 2; round++) await service.app.get(Sweepers).runOnce('top-up mails');
    await mailsDone(service);
    const told = mails.received.filter(({ to }) => to.includes(email));
    expect(told).toHaveLength(2);
    for (const { text } of told.map(({ mail }) => mail)) expect(text).not.toMatch(/jahat|Budi/);
  });

  it('waits with two others at most, however many are sent at once', async () => {
    const account = await createAccount(service);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(account)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ body }) => body.code === 'top_up_limit')).toHaveLength(5);
    // Of those the operator is not told, so they do not count.
    for (let nth = 0; nth < 10; nth++) expect((await ask(account)).body.code).toBe('top_up_limit');
    const [first] = await own(account);
    await decide(first?.id ?? 0, 'decline', { reason: 'Ganda.' });
    expect(await ask(account)).toAnswer(201);
  });

  it('is opened ten times a day at most, withdrawn or not: the operator is told of each', async () => {
    const account = await createAccount(service);
    const token = await tokenOf(account);
    for (let nth = 0; nth < 10; nth++)
      await service.api.delete(`/api/account/top-up/requests/${await asked(account)}`, { token });
    const answer = await ask(account);
    expect(answer.body.code).toBe('rate_limited');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(80_000);
  });

  it('is one, however often it is sent under one Idempotency-Key', async () => {
    const account = await createAccount(service);
    const token = await tokenOf(account);
    const sent = () =>
      service.api.post('/api/account/top-up/requests', ASKED, {
        token,
        headers: { 'idempotency-key': 'transfer-1' },
      });
    const answers = await Promise.all([sent(), sent()]);
    const again = await sent();
    expect(again).toAnswer(201);
    for (const { status, body } of answers)
      expect(status === 201 ? body : body.code).toEqual(
        status === 201 ? again.body : 'idempotency_in_flight',
      );
    expect(await own(account)).toHaveLength(1);
  });

  it('that waits hides none of another account, however many there are', async () => {
    const requests = service.app.get(TopUpRequests);
    const [first, other] = [await createAccount(service), await createAccount(service)];
    const oldest = await asked(first);
    for (let nth = 0; nth < 2; nth++) await asked(first);
    const later = await asked(other);
    const seen = (await requests.waiting(100)).map(({ id }) => id);
    expect(seen.filter((id) => id >= oldest)).toEqual([oldest, later]);
  });

  it('of another account is not found, to see or to withdraw', async () => {
    const id = await asked(await createAccount(service));
    const stranger = await createAccount(service);
    expect(await own(stranger)).toEqual([]);
    const answer = await service.api.delete(`/api/account/top-up/requests/${id}`, {
      token: await tokenOf(stranger),
    });
    expect(answer.body.code).toBe('not_found');
    expect(await service.database.read.existsBy(TopUpRequest, { id })).toBe(true);
  });

  it.each([
    { amount: 0 },
    { amount: -5 },
    { amount: 1.5 },
    { amount: '50000' },
    { amount: 2e12 },
    { sender: 'Budi\nSantoso' },
    { sender: 'x'.repeat(81) },
    { note: 'x'.repeat(201) },
  ])('is refused with %j', async (wrong) => {
    const account = await createAccount(service);
    expect(await ask(account, { ...ASKED, ...wrong })).toAnswer(400);
  });

  it('cannot be paid online where no payment provider is set up', async () => {
    const account = await createAccount(service);
    const token = await tokenOf(account);
    const options = await service.api.get('/api/account/top-up/payment-options', { token });
    expect(options.body.data).toEqual({ providers: [], methods: [] });
    const path = `/api/account/top-up/requests/${await asked(account)}/payments`;
    const body = { provider: 'midtrans', method: 'qris' };
    expect(await service.api.post(path, body, { token })).toAnswer(404, 'not_found');
    expect(await service.api.post('/api/payments/midtrans', {})).toAnswer(404, 'not_found');
  });

  it('is decided by administrators only', async () => {
    const account = await createAccount(service);
    const id = await asked(account);
    const token = await tokenOf(account);
    for (const what of ['confirm', 'decline'] as const)
      expect((await decide(id, what, { reason: 'x' }, token)).body.code).toBe('forbidden');
    expect((await service.api.get('/api/admin/top-up/requests', { token })).body.code).toBe('forbidden');
    expect((await decide(id, 'confirm', {}, account.key)).body.code).toBe('token_invalid');
    const list = await service.api.get('/api/admin/top-up/requests?status=open&limit=100', {
      token: admins[0],
    });
    const ids = (list.body.data as { items: RequestView[] }).items.map((each) => each.id);
    expect(ids).toContain(id);
  });

  it('of much money takes the password of a session that is not fresh', async () => {
    const account = await createAccount(service);
    const id = await asked(account, { ...ASKED, amount: 50_000_000 });
    const token = await adminToken(service);
    service.clock.advance(700);
    expect((await decide(id, 'confirm', {}, token)).body.code).toBe('current_password_required');
    expect(await decide(id, 'confirm', { amount: 1_000 }, token)).toAnswer(200);
    service.clock.reset();
  });
});

describe('a receipt', () => {
  const receipt = async (of: Account, entryId: number) =>
    service.api.get(`/api/account/credit/entries/${entryId}/receipt`, { token: await tokenOf(of) });

  it('is of a top-up, with its number, its payer and the operator', async () => {
    const account = await createAccount(service, 10_000);
    await service.api.put('/api/admin/top-up', GUIDE, { token: admins[0] });
    const { body } = await decide(await asked(account), 'confirm');
    const { entry_id: entryId } = body.data as unknown as RequestView;
    const { data } = (await receipt(account, Number(entryId))).body;
    expect(data).toMatchObject({
      number: expect.stringMatching(new RegExp(`^TU-\\d{4}-0*${entryId}$`)) as string,
      amount: 50_000,
      account: { username: account.username },
      operator_name: GUIDE.operator_name,
      operator_address: GUIDE.operator_address,
    });
  });

  it('is not of credit that nobody paid, of what was taken, or of another account', async () => {
    const account = await createAccount(service, 9_000);
    const lines = await service.database.read.findBy(CreditEntry, { userId: account.userId });
    expect(lines.map(({ kind }) => kind).toSorted()).toEqual(['adjustment', 'topup']);
    for (const { id } of lines) expect((await receipt(account, id)).body.code).toBe('not_found');
    const { body } = await decide(await asked(account), 'confirm');
    const { entry_id: entryId } = body.data as unknown as RequestView;
    const stranger = await createAccount(service);
    expect((await receipt(stranger, Number(entryId))).body.code).toBe('not_found');
  });
});

describe('how to top up', () => {
  const put = (body: object, token = admins[0], path = '') =>
    service.api.put(`/api/admin/top-up${path}`, body, { token });

  it('is what an administrator wrote, and the picture is one by its bytes', async () => {
    const account = await createAccount(service);
    const token = await tokenOf(account);
    const picture = () => service.api.get('/api/account/top-up/picture', { token });
    expect(await picture()).toAnswer(404);
    expect(await put(GUIDE)).toAnswer(200);
    expect(await put({ picture: PNG.toString('base64') }, admins[0], '/picture')).toAnswer(200);
    const guide = await service.api.get('/api/account/top-up', { token });
    expect(guide.body.data).toEqual({ ...GUIDE, operator_tax_number: '', has_picture: true, open_max: 3 });
    const answer = await picture();
    expect(answer).toAnswer(200);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    const bytes = await fetch(`${service.url}/api/account/top-up/picture`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(Buffer.from(await bytes.arrayBuffer())).toEqual(PNG);
    await put({ ...GUIDE, accounts: [] });
    expect(await picture()).toAnswer(200);
    const gone = await service.api.post('/api/admin/top-up/picture/removal', {}, { token: admins[0] });
    expect(gone.body.data).toMatchObject({ has_picture: false });
    expect(await picture()).toAnswer(404);
    // Who was to be paid is known for good.
    const audit = await service.api.get('/api/admin/audit?action=credit.guide&limit=4', { token: admins[0] });
    const { instructions, operator_name, operator_address } = GUIDE;
    expect((audit.body.data as { items: { detail: object }[] }).items.map(({ detail }) => detail)).toEqual([
      { picture: null },
      { instructions, accounts: [], operator_name, operator_address },
      { picture: 'image/png', bytes: PNG.length, sha256: sha256(PNG) },
      { instructions, accounts: ['BCA 1234567890 (PT Sandi Jaya)'], operator_name, operator_address },
    ]);
  });

  it.each([
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['too large', Buffer.concat([PNG, Buffer.alloc(128 * 1024)])],
    ['a page behind the first bytes of a JPEG', Buffer.from('\xff\xd8\xff<script>', 'latin1')],
    ['of 20,000 by 20,000 pixels', png({ width: 20_000, height: 20_000, data: Buffer.alloc(8) })],
  ])('takes no picture that is %s', async (_, bytes) => {
    const answer = await put({ picture: bytes.toString('base64') }, admins[0], '/picture');
    expect(answer).toAnswer(400, 'picture_invalid');
  });

  it.each([
    { accounts: 'BCA 1' },
    { accounts: [{ bank: 'BCA', number: '1' }] },
    { accounts: [{ bank: 'BCA', number: '1', holder: 'x\u0000y' }] },
    { accounts: Array.from({ length: 11 }, () => GUIDE.accounts[0]) },
    { instructions: 'x'.repeat(2001) },
    { instructions: undefined },
  ])('is refused with %j', async (wrong) => expect(await put({ ...GUIDE, ...wrong })).toAnswer(400));

  it('is changed by nobody else, and by no session that was stolen', async () => {
    const token = await tokenOf(await createAccount(service));
    expect((await put(GUIDE, token)).body.code).toBe('forbidden');
    const stale = await adminToken(service);
    service.clock.advance(700);
    const body = { ...GUIDE, accounts: [{ bank: 'BCA', number: '666', holder: 'Pencuri' }] };
    expect((await put(body, stale)).body.code).toBe('current_password_required');
    const picture = { picture: PNG.toString('base64') };
    expect((await put(picture, stale, '/picture')).body.code).toBe('current_password_required');
    expect(await put({ ...body, current_password: 'admin-password' }, stale)).toAnswer(200);
    service.clock.reset();
  });
});
