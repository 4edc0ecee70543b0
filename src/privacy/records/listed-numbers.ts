import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { Config } from '../../config/index.js';
import { Database, list } from '../../platform/database/index.js';
import { BlindIndex } from '../../platform/security/hashing.js';
import type { Phone } from '../../platform/text/phone.rules.js';
import { indexesOf, PrivacyRequest } from './privacy-request.entity.js';

/** Actions whose detail has the mask of a listed number. */
const LIST_ACTIONS = ['fraud.list_add', 'fraud.list_remove', 'guard.list_add', 'guard.list_remove'];

/** An allowed or blocked number; the phone is known only when it is added. */
interface ListedNumber {
  entryId: number;
  mask: string;
  phone?: Phone;
}

/** Stores in privacy requests which list entries name their phone, since no index finds these later. */
@Injectable()
export class ListedNumbers {
  private readonly recipients: BlindIndex;

  constructor(
    config: Config,
    private readonly database: Database,
  ) {
    this.recipients = new BlindIndex(config.dataKeys, 'recipient');
  }

  /** Call it after an entry was added or removed, and audited. */
  async note(tx: EntityManager, { entryId, mask, phone }: ListedNumber): Promise<void> {
    const indexes: readonly string[] = phone ? this.recipients.all(phone.reveal()) : [];
    const known = { kind: In(['access', 'erasure']), recipientIndexes: Not(IsNull()) };
    for (const { id, ...request } of await tx.findBy(PrivacyRequest, known)) {
      const isOfPhone = indexesOf(request).some((index) => indexes.includes(index));
      if (!isOfPhone && !request.found?.listEntries.includes(entryId)) continue;
      const row = await this.database.lockRow(tx, PrivacyRequest, { id, ...known });
      if (!row) continue;
      const listEntries = [...new Set([...(row.found?.listEntries ?? []), entryId])];
      const found = { listEntries, auditEntries: await this.auditEntries(mask, tx) };
      await tx.update(PrivacyRequest, { id }, { found });
    }
  }

  /** Entries of the audit log with this mask. */
  async auditEntries(mask: string, manager: EntityManager = this.database.read): Promise<number[]> {
    const rows = await manager.query<{ id: number }[]>(
      `SELECT id FROM audit_entries WHERE action IN ${list(LIST_ACTIONS)} AND detail LIKE ?`,
      [...LIST_ACTIONS, `%"number":"${mask}"%`],
    );
    return rows.map(({ id }) => Number(id));
  }
}
