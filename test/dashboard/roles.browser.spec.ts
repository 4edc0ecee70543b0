import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OperatorAlert } from '../../src/operations/alerts/operator/operator-alert.entity.js';
import { isPermitted } from '../../src/platform/access/permissions.rules.js';
import { ROLE } from '../../src/platform/access/principal.js';
import { ACCOUNT_ROLES, ADMIN_ROLES, type Roles } from '../../src/platform/access/roles.rules.js';
import { Member, User } from '../../src/users/index.js';
import { type Account, addWebhook, createAccount, newPhone } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { createAdmin } from './admins.js';
import { settle } from './at-rest.js';
import { useBrowser } from './browser.js';
import { sendOtps } from './sends.js';
import { startDashboard } from './service.js';
import { openSignedIn } from './signed-in.js';

const GUIDE = {
  instructions: 'Transfer ke rekening ini.',
  accounts: [],
  operator_name: 'PT Sandi Jaya',
  operator_address: 'Jakarta',
};

let test: TestService;
/** The account that the members belong to, and that the administrators look at. */
let owner: Account;
let params: Record<string, string>;

beforeAll(async () => {
  test = await startDashboard();
  const { clock, database } = test;
  owner = await createAccount(test);
  const reference = await sendOtps(test, owner);
  await addWebhook(test, owner.userId);
  const operator = await userToken(test, (await createAdmin(test)).userId);
  const { userId } = owner;
  const ofOwner = { token: await userToken(test, userId) };
  await asked('put', '/api/admin/top-up', GUIDE, { token: operator });
  await asked('post', '/api/account/top-up/requests', { amount: 50_000, sender: 'Budi' }, ofOwner);
  const topUp = { amount: 50_000, note: 'Transfer bank' };
  await asked('post', `/api/admin/users/${userId}/credit`, topUp, { token: operator });
  const subject = { phone: newPhone(), kind: 'access' };
  await asked('post', '/api/admin/privacy/requests', subject, { token: operator });
  const since = clock.now();
  const open = { openKey: 'books_broken:service', since, seenAt: since, begunAt: since };
  const alert = { kind: 'books_broken', subject: 'service', detail: { rules: 'uji' }, ...open } as const;
  await database.tx((tx) => tx.insert(OperatorAlert, alert));
  params = {
    '/users/$id': `/users/${userId}`,
    '/devices/$id': '/devices/1',
    '/messages/$id': '/messages/1',
    '/webhooks/$id': '/webhooks/1',
    $messageId: reference,
    $entryId: '1',
    $month: '2026-01',
  };
});
afterAll(() => test.close());
const browser = useBrowser(() => test.url);

async function asked(method: 'post' | 'put', path: string, body: object, by: object): Promise<void> {
  expect((await test.api[method](path, body, by)).status, path).toBeLessThan(300);
}

/** Every page of a file of routes. */
function pagesOf(routes: string, base = ''): string[] {
  const file = new URL(`../../dashboard/src/routes/${routes}.ts`, import.meta.url);
  const paths = [...readFileSync(file, 'utf8').matchAll(/path: '([^']+)'/g)].map(([, path]) => path ?? '');
  return paths.filter((path) => path !== base).map((path) => base + path);
}

function addressOf(path: string): string {
  const address = Object.entries(params).reduce((all, [name, value]) => all.replace(name, value), path);
  expect(address).not.toContain('$');
  return address;
}

/** Buttons by the operation behind them, on the page where they stand. */
const BUTTONS: Record<string, Record<string, string | RegExp>> = {
  '/send': { sendOtpAsUser: /^Kirim, / },
  '/history': { exportAccountHistory: 'Unduh CSV' },
  '/keys': { createApiKey: 'Buat API key', updateApiKey: 'Tindakan untuk uji' },
  '/webhooks': { createWebhook: 'Tambah webhook' },
  '/webhooks/$id': { testWebhook: 'Kirim event percobaan' },
  '/fraud': { setFraudSettings: 'Simpan', addFraudNumber: 'Tambahkan' },
  '/credit': {
    exportCreditEntries: 'Unduh CSV',
    setCreditThreshold: 'Simpan',
    setSpendCap: 'Terapkan batas',
    requestTopUp: 'Saya sudah transfer',
    setBilling: 'Data penagihan',
    withdrawTopUpRequest: 'Batalkan permintaan 1',
  },
  '/account': { exportAccount: 'Unduh data', askClosing: 'Minta akun ditutup', changeEmail: 'Ganti email' },
  '/account/members': { leaveAccount: 'Tinggalkan akun', inviteMember: 'Kirim undangan' },
  '/admin/system': { acknowledgeAlert: /^Tandai dilihat: / },
  '/admin/users/$id': {
    moveCredit: 'Ubah saldo',
    setUserPrice: 'Ubah harga',
    setUserSpendCap: 'Terapkan batas',
    approveBrands: 'Simpan',
    setUserRole: 'Jadikan administrator',
    suspendUser: 'Tangguhkan',
    beginAccountView: 'Lihat sebagai pemilik',
    setUserEmail: 'Perbaiki email',
    closeUser: 'Tutup akun',
    setLegalHold: 'Tahan data akun',
  },
  '/admin/invitations': { createInvitation: 'Kirim undangan' },
  '/admin/top-ups': { confirmTopUpRequest: 'Konfirmasi permintaan 1', setTopUpGuide: 'Simpan' },
  '/admin/prices': { setPrice: 'Ubah harga' },
  '/admin/costs': { setCost: 'Tetapkan biaya' },
  '/admin/fraud': { setFraudDefaults: 'Simpan', addGeneralFraudNumber: 'Tambahkan' },
  '/admin/privacy': { createPrivacyRequest: 'Catat permintaan', completePrivacyRequest: 'Selesaikan' },
  '/admin/reserved-brands': { reserveBrands: 'Tambahkan' },
};

/** Opens the pages one after the other; the answers 403 of the API, and the buttons that should not be as they are. */
async function flawsOf(page: Page, paths: readonly string[], roles: Roles): Promise<string[]> {
  const flaws: string[] = [];
  page.on('response', (response) => {
    if (response.status() !== 403) return;
    flaws.push(`${new URL(page.url()).pathname}: ${response.request().method()} ${response.url()}`);
  });
  for (const path of paths) {
    await page.goto(addressOf(path));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settle(page);
    for (const [operation, name] of Object.entries(BUTTONS[path] ?? {})) {
      const isOffered = await page.getByRole('button', { name, exact: true, disabled: false }).count();
      if (isOffered > 0 !== isPermitted(roles, operation))
        flaws.push(`${path}: “${String(name)}” is ${isOffered > 0 ? '' : 'not '}offered`);
    }
  }
  return flaws;
}

it.each(ADMIN_ROLES)(
  'an administrator with the role %s meets no 403, and only buttons that work',
  async (adminRole) => {
    const { userId } = await createAccount(test);
    await test.database.tx((tx) => tx.update(User, { id: userId }, { roleId: ROLE.admin, adminRole }));
    const page = await openSignedIn(browser, test, { userId }, '/account');
    const pages = pagesOf('admin', '/admin');
    expect(pages.length).toBeGreaterThan(20);
    expect(await flawsOf(page, pages, { role: 'owner', adminRole })).toEqual([]);
  },
);

it.each(ACCOUNT_ROLES)('a member with the role %s meets no 403, and only buttons that work', async (role) => {
  const { userId } = await createAccount(test);
  const member = { accountId: owner.userId, role };
  await test.database.tx((tx) => tx.update(Member, { userId }, member));
  const page = await openSignedIn(browser, test, { userId }, '/account');
  const pages = pagesOf('signed-in');
  expect(pages.length).toBeGreaterThan(15);
  expect(await flawsOf(page, pages, { role, adminRole: null })).toEqual([]);
});
