import { ROLE } from '../../src/platform/access/principal.js';
import { User } from '../../src/users/index.js';
import type { TestApp } from '../support/app.js';
import { type Account, createAccount } from '../support/factories.js';

export async function createAdmin(test: TestApp): Promise<Account> {
  const account = await createAccount(test);
  await test.database.tx((tx) => tx.update(User, { id: account.userId }, { roleId: ROLE.admin }));
  return account;
}
