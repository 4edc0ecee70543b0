import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Database, list, type Rows, statement } from '../platform/database/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { failpoint } from '../platform/process/failpoint.js';
import { Sealer } from '../platform/security/sealer.js';
import { Clock } from '../platform/time/clock.js';
import { ERASED_TABLES, type ErasedTable, type ErasureBatch, withoutPhone } from './erased-tables.rules.js';
import { type FoundRows, indexesOf, LegalHolds, PrivacyRequest } from './records/index.js';

/** Messages of one transaction, and transactions of one round. */
const BATCH = 100;
const BATCHES_MAX = 50;
/** Rows of encrypted responses that are decrypted at once. */
const SEALED_BATCH = 200;
const NOTHING_FOUND: FoundRows = { listEntries: [], auditEntries: [] };
const NONE: ErasureBatch = {
  ...{ messageIds: [], references: [], duplicateIndexes: [], gatewayMessageIds: [], verifications: [] },
  ...{ inboundIds: [], inboundReferences: [], userIds: [], recipients: [], found: NOTHING_FOUND },
};

/** Whether a message is pending, or its verification can still be checked or resent. */
const IS_UNFINISHED = `(m.status = 'pending' OR EXISTS (SELECT 1 FROM verifications v
  WHERE v.reference = m.verification AND v.status = 'pending'))`;

/**
 * Erases a phone in batches, each one transaction, so that it continues after a kill. Sends and verifications that are
 * under way end first. Every round erases rows that are left, and several instances may run it at once.
 */
@Injectable()
export class Erasure {
  constructor(
    private readonly database: Database,
    private readonly holds: LegalHolds,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Runs a round of every erasure that has not ended. Fails afterwards with the first error. */
  async sweep(stopping?: AbortSignal): Promise<void> {
    const status = In(['erasing', 'held']);
    const requests = await this.database.read.find(PrivacyRequest, {
      select: { id: true },
      where: { status },
    });
    const failures: unknown[] = [];
    for (const { id } of requests) {
      if (stopping?.aborted) return;
      await this.eraseRows(id, stopping).catch((error: unknown) => failures.push(error));
    }
    await this.clean();
    if (failures.length > 0) throw failures[0];
  }

  /** Runs a round of one erasure. Does nothing if it has ended. */
  async run(id: number): Promise<void> {
    await this.eraseRows(id);
    await this.clean();
  }

  private async eraseRows(id: number, stopping?: AbortSignal): Promise<void> {
    const request = await this.database.read.findOneBy(PrivacyRequest, { id });
    if (request?.status !== 'erasing' && request?.status !== 'held') return;
    const phone = { indexes: indexesOf(request), held: await this.holds.accounts() };
    await this.endWaits(phone);
    failpoint('phone.waits');
    for (let batch = 0; batch < BATCHES_MAX && !stopping?.aborted; batch++) {
      const messages = await this.eraseMessages(phone);
      const inbound = await this.eraseInbound(phone);
      failpoint('phone.batch');
      if (messages + inbound === 0) break;
    }
    if (!stopping?.aborted && (await this.end(request, phone))) failpoint('phone.end');
  }

  /** Cancels fallbacks that wait with the encrypted phone. */
  private async endWaits({ indexes }: ErasedPhone): Promise<void> {
    const waits = await this.database.read.query<{ id: number }[]>(
      `SELECT DISTINCT f.id FROM messages m JOIN verification_fallbacks f ON f.verification = m.verification
        WHERE m.recipient_index IN ${list(indexes)} AND f.phone IS NOT NULL`,
      indexes,
    );
    const ids = waits.map((row) => row.id);
    if (ids.length > 0)
      await this.database.tx((tx) =>
        tx.query(
          `UPDATE verification_fallbacks SET phone = NULL, due_at = NULL WHERE id IN ${list(ids)}`,
          ids,
        ),
      );
  }

  /** Returns how many were erased. */
  private async eraseMessages({ indexes, held }: ErasedPhone): Promise<number> {
    const rows = await this.database.read.query<{ id: number }[]>(
      `SELECT m.id FROM messages m WHERE m.recipient_index IN ${list(indexes)}
        AND m.user_id NOT IN ${list(held)} AND NOT ${IS_UNFINISHED} ORDER BY m.id LIMIT ${BATCH}`,
      [...indexes, ...held],
    );
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    return this.database.tx(async (tx) => {
      const carried = await tx.query<Rows>(
        `SELECT reference FROM verifications WHERE message_id IN ${list(ids)} ORDER BY reference`,
        ids,
      );
      const verifications = carried.map((row) => String(row['reference']));
      await this.lock(tx, 'verifications', 'reference', verifications);
      const messages = await this.lock(tx, 'messages', 'id', ids);
      await this.erase(tx, {
        ...NONE,
        messageIds: messages.map((row) => Number(row['id'])),
        references: messages.map((row) => String(row['reference'])),
        duplicateIndexes: messages.map((row) => String(row['duplicate_index'])),
        gatewayMessageIds: messages.flatMap((row) => (row['gateway_message_id'] as string | null) ?? []),
        verifications,
        userIds: accountsOf(messages),
      });
      return messages.length;
    });
  }

  private async eraseInbound({ indexes, held }: ErasedPhone): Promise<number> {
    const rows = await this.database.read.query<{ id: number }[]>(
      `SELECT id FROM inbound_verifications WHERE recipient_index IN ${list(indexes)}
        AND status <> 'pending' AND user_id NOT IN ${list(held)} ORDER BY id LIMIT ${BATCH}`,
      [...indexes, ...held],
    );
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    return this.database.tx(async (tx) => {
      const found = await this.lock(tx, 'inbound_verifications', 'id', ids);
      const inboundIds = found.map((row) => Number(row['id']));
      const inboundReferences = found.map((row) => String(row['reference']));
      const userIds = accountsOf(found);
      await this.erase(tx, { ...NONE, inboundIds, inboundReferences, userIds });
      for (const userId of userIds) await this.eraseSealed(tx, userId, inboundReferences);
      return found.length;
    });
  }

  private async erase(tx: EntityManager, batch: ErasureBatch): Promise<void> {
    for (const erased of ERASED_TABLES)
      for (const { sql, values } of erased.find(batch)) {
        if (values.length === 0) continue;
        const { table, key, change } = erased;
        const column = 'rewrite' in change ? `, ${change.rewrite} AS json` : '';
        const rows = await tx.query<Rows>(
          `SELECT ${key} AS named${column} FROM ${table} WHERE ${sql.replace('(?)', list(values))} ORDER BY ${key}`,
          [...values],
        );
        await write(tx, erased, rows);
      }
    failpoint('phone.write');
  }

  /**
   * Erases stored responses that name the verifications. They are encrypted, so each must be opened to see its name.
   */
  private async eraseSealed(tx: EntityManager, userId: number, references: string[]): Promise<void> {
    for (let after = 0; ;) {
      const rows = await tx.query<{ id: number; answer: string }[]>(
        `SELECT id, answer FROM idempotency_keys WHERE user_id = ? AND message_id IS NULL AND id > ?
          AND answer IS NOT NULL AND answer NOT LIKE '{%' ORDER BY id LIMIT ${SEALED_BATCH}`,
        [userId, after],
      );
      const named = rows.filter(({ answer }) => {
        const opened = this.sealer.tryOpen(answer);
        return references.some((reference) => opened?.includes(reference));
      });
      for (const { id } of named)
        await tx.query("UPDATE idempotency_keys SET body_index = '', answer = '{}' WHERE id = ?", [id]);
      after = Number(rows.at(-1)?.id ?? 0);
      if (rows.length < SEALED_BATCH) return;
    }
  }

  /**
   * Ends the erasure, unless something is under way or under a legal hold. Erases access documents of the phone too; a
   * restriction keeps its own indexes. Returns whether the erasure has ended.
   */
  private async end({ id, decidedAt }: PrivacyRequest, { indexes, held }: ErasedPhone): Promise<boolean> {
    const before = decidedAt ?? this.clock.now();
    const left = await this.count(
      `SELECT 1 FROM messages m WHERE m.recipient_index IN ${list(indexes)} AND m.created_at <= ?
          AND m.user_id NOT IN ${list(held)}
        UNION ALL SELECT 1 FROM inbound_verifications WHERE recipient_index IN ${list(indexes)}
          AND created_at <= ? AND user_id NOT IN ${list(held)}`,
      [...indexes, before, ...held, ...indexes, before, ...held],
    );
    if (left > 0) return false;
    const heldMessages = await this.count(
      `SELECT 1 FROM messages WHERE recipient_index IN ${list(indexes)} AND user_id IN ${list(held)}
        UNION ALL SELECT 1 FROM inbound_verifications WHERE recipient_index IN ${list(indexes)} AND user_id IN ${list(held)}`,
      [...indexes, ...held, ...indexes, ...held],
    );
    return this.database.tx(async (tx) => {
      const row = await this.database.lockRow(tx, PrivacyRequest, { id });
      if (row?.status !== 'erasing' && row?.status !== 'held') return false;
      if (heldMessages > 0) {
        await tx.update(PrivacyRequest, { id }, { status: 'held', heldMessages });
        return false;
      }
      await this.erase(tx, { ...NONE, recipients: indexes, found: row.found ?? NOTHING_FOUND });
      const others = await tx.findBy(PrivacyRequest, { status: 'completed', kind: 'access' });
      const same = others.filter((other) => indexesOf(other).some((index) => indexes.includes(index)));
      const ids = In([id, ...same.map((other) => other.id)]);
      await tx.update(PrivacyRequest, { id: ids }, { recipientIndexes: null, found: null });
      await tx.update(PrivacyRequest, { id }, { status: 'cleaning', heldMessages: 0 });
      return true;
    });
  }

  /** Deleted values stay in free pages and in the WAL of SQLite until its file is rewritten, once for all erasures. */
  private async clean(): Promise<void> {
    const status = 'cleaning' as const;
    const ended = await this.database.read.find(PrivacyRequest, { select: { id: true }, where: { status } });
    if (ended.length === 0 || !(await this.database.forgetDeleted())) return;
    failpoint('phone.clean');
    const completedAt = this.clock.now();
    for (const { id } of ended) {
      const { affected } = await this.database.tx((tx) =>
        tx.update(PrivacyRequest, { id, status }, { status: 'completed', completedAt }),
      );
      if (affected) this.logger.info({ request: id }, 'a phone was erased');
    }
    failpoint('phone.done');
  }

  private lock(
    tx: EntityManager,
    table: string,
    key: string,
    values: readonly (string | number)[],
  ): Promise<Rows> {
    if (values.length === 0) return Promise.resolve([]);
    return tx.query<Rows>(
      `SELECT * FROM ${table} WHERE ${key} IN ${list(values)} ORDER BY ${key}${this.database.forUpdate}`,
      [...values],
    );
  }

  private async count(rows: string, values: readonly (string | number | Date)[]): Promise<number> {
    const [row] = await this.database.query(
      statement(`SELECT COUNT(*) AS number FROM (${rows}) counted`, values),
    );
    return Number(row?.['number']);
  }
}

/** The phone whose rows are erased. */
interface ErasedPhone {
  indexes: readonly string[];
  /** Accounts under a legal hold. */
  held: readonly number[];
}

async function write(tx: EntityManager, { table, key, change }: ErasedTable, rows: Rows): Promise<void> {
  if (rows.length === 0) return;
  const keys = [...new Set(rows.map(({ named }) => named as string | number))];
  if ('delete' in change) {
    await tx.query(`DELETE FROM ${table} WHERE ${key} IN ${list(keys)}`, keys);
  } else if ('set' in change) {
    const columns = Object.entries(change.set).map(([column, sql]) => `${column} = ${sql}`);
    await tx.query(`UPDATE ${table} SET ${columns.join(', ')} WHERE ${key} IN ${list(keys)}`, keys);
  } else {
    for (const { named, json } of rows)
      await tx.query(`UPDATE ${table} SET ${change.rewrite} = ? WHERE ${key} = ?`, [
        withoutPhone(String(json)),
        named,
      ]);
  }
}

const accountsOf = (rows: Rows): number[] => [...new Set(rows.map((row) => Number(row['user_id'])))];
