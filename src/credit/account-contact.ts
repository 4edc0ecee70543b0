import type { EntityManager } from 'typeorm';
import type { Config } from '../config/index.js';
import { contactUserIdSql } from '../platform/access/contact-user-id-sql.js';
import { list } from '../platform/database/index.js';
import { AppError, orNotFound } from '../platform/errors/index.js';

// The users module depends on this one, so this file reads its tables.

/** An account, with the address for mails about it. */
export interface AccountContact {
  username: string;
  name: string;
  email: string;
}

/** Fails with `not_found`. */
export async function accountContact(manager: EntityManager, userId: number): Promise<AccountContact> {
  const [account] = await manager.query<AccountContact[]>(
    // No JOIN: TiDB accepts no subquery in ON.
    `SELECT u.username, u.name, c.email FROM users u, users c
      WHERE u.id = ? AND c.id = ${contactUserIdSql('u.id')}`,
    [userId],
  );
  return orNotFound(account);
}

/** Fails with `email_unverified` if EMAIL_VERIFICATION is `required` and the account has no verified address. */
export async function requireVerifiedEmail(
  tx: EntityManager,
  { EMAIL_VERIFICATION }: Config,
  userId: number,
): Promise<void> {
  if (EMAIL_VERIFICATION !== 'required') return;
  const unverified = await tx.query<unknown[]>(
    `SELECT 1 FROM users WHERE id = ${contactUserIdSql('?')} AND email_verified_at IS NULL`,
    [userId, userId],
  );
  if (unverified.length > 0) throw new AppError('email_unverified');
}

export async function namesOf(
  manager: EntityManager,
  ids: readonly number[],
): Promise<Map<number, Pick<AccountContact, 'username' | 'name'>>> {
  if (ids.length === 0) return new Map();
  const unique = [...new Set(ids)];
  const users = await manager.query<{ id: number | string; username: string; name: string }[]>(
    `SELECT id, username, name FROM users WHERE id IN ${list(unique)}`,
    unique,
  );
  return new Map(users.map(({ id, username, name }) => [Number(id), { username, name }]));
}
