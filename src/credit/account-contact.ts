import type { EntityManager } from 'typeorm';
import { contactSql } from '../platform/access/contact-sql.js';
import { orNotFound } from '../platform/errors/index.js';

/** An account with the address that mails about it go to. */
export interface AccountContact {
  username: string;
  name: string;
  email: string;
}

/** Fails with `not_found`. The users module depends on this one, so this reads its table. */
export async function accountContact(manager: EntityManager, userId: number): Promise<AccountContact> {
  const [account] = await manager.query<AccountContact[]>(
    // Not by JOIN: TiDB takes no subquery in ON.
    `SELECT u.username, u.name, c.email FROM users u, users c
      WHERE u.id = ? AND c.id = ${contactSql('u.id')}`,
    [userId],
  );
  return orNotFound(account);
}
