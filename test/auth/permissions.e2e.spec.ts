import { afterAll, beforeAll, expect, it } from 'vitest';
import { isPermitted, permittedOperations } from '../../src/platform/access/permissions.rules.js';
import { ROLE } from '../../src/platform/access/principal.js';
import {
  ACCOUNT_ROLES,
  type AccountRole,
  ADMIN_ROLES,
  type AdminRole,
  type Roles,
} from '../../src/platform/access/roles.rules.js';
import { Member, User } from '../../src/users/index.js';
import { createAccount } from '../support/factories.js';
import { wholeDocument } from '../support/openapi.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';

interface DocumentedOperation {
  operationId: string;
  description: string;
  security?: Record<string, unknown>[];
  'x-roles': string[];
}

interface Called extends DocumentedOperation {
  method: string;
  path: string;
}

interface Person extends Roles {
  name: string;
  userId: number;
  token: string;
}

/** These end sessions, so that everyone logs in again. */
const ENDING = ['logoutEverywhere', 'endOtherSessions', 'closeSession', 'setMemberRole', 'leaveAccount'];
/** Of nothing. */
const NO_ID = '999999';

let service: TestService;
let operations: Called[];
let people: Person[];

beforeAll(async () => {
  service = await startTestService();
  const { paths } = await wholeDocument<DocumentedOperation>(service.url);
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  people = [
    ...(await Promise.all(ACCOUNT_ROLES.map((role) => person(role, null)))),
    ...(await Promise.all(ADMIN_ROLES.map((role) => person('owner', role)))),
  ];
});
afterAll(() => service.close());

async function person(role: AccountRole, adminRole: AdminRole | null): Promise<Person> {
  const { userId } = await createAccount(service);
  await service.database.tx(async (tx) => {
    await tx.update(Member, { userId }, { role });
    if (adminRole) await tx.update(User, { id: userId }, { roleId: ROLE.admin, adminRole });
  });
  const token = await userToken(service, userId);
  return { name: adminRole ? `administrator ${adminRole}` : role, role, adminRole, userId, token };
}

const takesUserToken = ({ security = [] }: DocumentedOperation) =>
  security.some((scheme) => 'user_token' in scheme);

/** With a body that no operation accepts, and of things that do not exist. */
async function codeOf({ method, path }: Called, token: string, id = NO_ID): Promise<string> {
  const response = await fetch(service.url + path.replaceAll(/\{\w+\}/g, id), {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: '{"' }),
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (isJson) return ((await response.json()) as { code?: string }).code ?? 'ok';
  await response.body?.cancel();
  return 'ok';
}

it('names every operation with a user token and no other, as the documents do', () => {
  const everything = permittedOperations({ role: 'owner', adminRole: 'operator' });
  const documented = operations.filter(takesUserToken).map(({ operationId }) => operationId);
  expect(everything.toSorted()).toEqual(documented.toSorted());
  expect(new Set(everything).size).toBe(everything.length);
  for (const { operationId, description, security, 'x-roles': roles } of operations) {
    expect(roles.length, operationId).toBeGreaterThan(0);
    if (documented.includes(operationId)) expect(description).toContain(`Roles: ${roles.join(', ')}.`);
    else expect(roles).toEqual(security?.length ? security.flatMap(Object.keys) : ['anyone']);
  }
});

it('decides for every role and every operation, before a body is read and anything looked up', async () => {
  const found: string[] = [];
  for (const operation of operations) {
    const { operationId } = operation;
    const codes = await Promise.all(people.map(({ token }) => codeOf(operation, token)));
    for (const [at, who] of people.entries()) {
      const code = codes[at] ?? '';
      const isClosed = takesUserToken(operation) && !isPermitted(who, operationId);
      const isRight = isClosed ? code === 'forbidden' : code !== 'forbidden';
      if (!isRight) found.push(`${operationId} as ${who.name}: ${code}`);
      if (!isClosed && takesUserToken(operation)) expect(code, operationId).not.toMatch(/^token_/);
    }
    if (ENDING.includes(operationId))
      for (const who of people) who.token = await userToken(service, who.userId);
  }
  expect(found).toEqual([]);
  expect(operations.length * people.length).toBeGreaterThan(1_000);
});

it('is what was promised of each role', () => {
  const allowed = (role: AccountRole) => new Set(permittedOperations({ role, adminRole: null }));
  const [developer, finance, support, viewer] = ACCOUNT_ROLES.slice(1).map(allowed);
  const has = (role: Set<string> | undefined, ...ids: string[]) => ids.every((id) => role?.has(id));
  expect(has(developer, 'createApiKey', 'createWebhook', 'sendOtpAsUser')).toBe(true);
  expect(has(developer, 'requestTopUp')).toBe(false);
  expect(has(finance, 'listCreditEntries', 'requestTopUp', 'getStatement', 'getAccountPrices')).toBe(true);
  expect(has(finance, 'createApiKey') || has(finance, 'listApiKeys')).toBe(false);
  expect(has(support, 'listAccountHistory', 'searchAccountMessages', 'getAccountMessage')).toBe(true);
  const own = (role?: Set<string>) =>
    operations.filter(({ operationId, method }) => method !== 'GET' && role?.has(operationId));
  // A viewer changes nothing but the own login, its email address included.
  const beyondLogin = own(viewer).filter(({ path }) => !path.startsWith('/api/auth/'));
  expect(beyondLogin.map(({ operationId }) => operationId)).toEqual([
    'changeEmail',
    'confirmEmail',
    'leaveAccount',
  ]);
  const opened = operations.filter(({ path }) => path.startsWith('/api/admin/'));
  for (const role of ACCOUNT_ROLES)
    expect(opened.filter(({ operationId }) => allowed(role).has(operationId))).toEqual([]);
});

it('lets only operators act on the accounts of administrators, their own included', async () => {
  const tokenOf = (role: AdminRole) => people.find(({ adminRole }) => adminRole === role)?.token ?? '';
  const { userId: customer } = await createAccount(service);
  const administrators = people.filter(({ adminRole }) => adminRole !== null);
  expect(administrators).toHaveLength(3);
  const acting = operations.filter(({ path, method }) => /users\/\{id\}\//.test(path) && method !== 'GET');
  for (const role of ['finance', 'support'] as const)
    for (const operation of acting) {
      for (const { userId } of administrators)
        expect(await codeOf(operation, tokenOf(role), String(userId)), operation.operationId).toBe(
          'forbidden',
        );
      const ofCustomer = await codeOf(operation, tokenOf(role), String(customer));
      expect(ofCustomer === 'forbidden').toBe(!operation['x-roles'].includes(role));
    }
  const cancel = async (userId: number) => {
    const path = `/api/admin/users/${userId}/prices`;
    const tomorrow = new Date(service.clock.now().getTime() + 86_400_000).toISOString();
    const price = { channel: 'sms', price: 5, valid_from: tomorrow };
    const set = await service.api.post(path, price, { token: tokenOf('operator') });
    const { set: prices } = set.body.data as { set: { id: number }[] };
    return service.api.delete(`/api/admin/prices/${prices[0]?.id}`, { token: tokenOf('finance') });
  };
  expect(await cancel(administrators[0]?.userId ?? 0)).toAnswer(403, 'forbidden');
  expect(await cancel(customer)).toAnswer(200);
  const owner = await userToken(service, administrators[1]?.userId ?? 0);
  const asked = await service.api.post(
    '/api/account/top-up/requests',
    { amount: 5_000, sender: 'Budi' },
    { token: owner },
  );
  const { id } = asked.body.data as { id: number };
  const confirm = (role: AdminRole) =>
    service.api.post(`/api/admin/top-up/requests/${id}/confirm`, { amount: 5_000 }, { token: tokenOf(role) });
  expect(await confirm('finance')).toAnswer(403, 'forbidden');
  expect(await confirm('operator')).toAnswer(200);
});

it('takes a login without a row for the owner of its account, as an older release makes it', async () => {
  const { userId } = await createAccount(service);
  await service.database.tx((tx) => tx.delete(Member, { userId }));
  const token = await userToken(service, userId);
  expect(await service.api.get('/api/account/api-keys', { token })).toAnswer(200);
  expect(
    await service.api.put('/api/account/billing', { address: '', tax_number: '' }, { token }),
  ).not.toAnswer(403);
});
