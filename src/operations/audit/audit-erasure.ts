import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In } from 'typeorm';
import { Database } from '../../platform/database/index.js';
import { OWNER_ACTIONS } from './actions.js';
import { AuditEntry } from './audit-entry.entity.js';

const BATCH = 500;
const OWN = new Set<string>(OWNER_ACTIONS);

/** Removes the personal data of an erased account from the audit log. May run again. */
@Injectable()
export class AuditErasure {
  constructor(private readonly database: Database) {}

  /**
   * Deletes the owner's own actions. The actions of administrators stay, with only the numbers and booleans of their
   * detail. A target such as `user:7` is shown with the account's present name, which is a pseudonym after the erasure.
   */
  async anonymise(userId: number, targets: readonly string[]): Promise<void> {
    await this.each({ userId }, (entry) => (OWN.has(entry.action) ? undefined : plainDetail(entry)));
    for (const target of targets) await this.each({ target }, plainDetail);
    // Entries of actions as an administrator stay, without address and browser.
    await this.each({ actorId: userId, actorKind: 'user' }, () => ({ address: null, userAgent: null }));
  }

  /** Applies `changeOf` to each entry; deletes the entry if it returns `undefined`. */
  private async each(
    where: FindOptionsWhere<AuditEntry>,
    changeOf: (entry: AuditEntry) => Partial<AuditEntry> | undefined,
  ): Promise<void> {
    const rows = this.database.read.createQueryBuilder(AuditEntry, 'entry').where(where).orderBy('entry.id');
    for (let after = 0; ;) {
      const batch = await rows.clone().andWhere('entry.id > :after', { after }).limit(BATCH).getMany();
      const gone = batch.filter((entry) => changeOf(entry) === undefined).map(({ id }) => id);
      await this.database.tx(async (tx) => {
        if (gone.length > 0) await tx.delete(AuditEntry, { id: In(gone) });
        for (const entry of batch) {
          const change = changeOf(entry);
          if (change) await tx.update(AuditEntry, { id: entry.id }, change);
        }
      });
      const last = batch.at(-1);
      if (!last || batch.length < BATCH) return;
      after = last.id;
    }
  }
}

function plainDetail({ detail }: AuditEntry): Partial<AuditEntry> {
  if (detail === null) return { detail };
  const members = Object.entries(detail).filter(([, value]) => ['number', 'boolean'].includes(typeof value));
  return { detail: members.length > 0 ? Object.fromEntries(members) : null };
}
