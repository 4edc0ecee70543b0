import { type EntityManager, In } from 'typeorm';
import { contactUserIdSql } from '../platform/access/contact-user-id-sql.js';
import { list } from '../platform/database/index.js';
import { User } from './user.entities.js';

/** The login that gets an account's mails, by account. */
export async function contactsOf(
  manager: EntityManager,
  accountIds: readonly number[],
): Promise<Map<number, number>> {
  if (accountIds.length === 0) return new Map();
  const rows = await manager.query<{ id: number | string; contact: number | string }[]>(
    `SELECT u.id, ${contactUserIdSql('u.id')} AS contact FROM users u WHERE u.id IN ${list(accountIds)}`,
    [...accountIds],
  );
  return new Map(rows.map(({ id, contact }) => [Number(id), Number(contact)]));
}

/** The accounts, each with the address for mails about it. */
export async function withContacts(manager: EntityManager, accounts: readonly User[]): Promise<User[]> {
  const contacts = await contactsOf(
    manager,
    accounts.map(({ id }) => id),
  );
  const others = [...contacts].flatMap(([account, contact]) => (account === contact ? [] : contact));
  if (others.length === 0) return [...accounts];
  const users = await manager.findBy(User, { id: In(others) });
  const byId = new Map(users.map((user) => [user.id, user]));
  return accounts.map((account) => {
    const { email, emailVerifiedAt } = byId.get(contacts.get(account.id) ?? account.id) ?? account;
    return { ...account, email, emailVerifiedAt };
  });
}
