import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Audit } from '../operations/audit/index.js';
import type { SessionActor } from '../platform/access/principal.js';
import { Database } from '../platform/database/index.js';
import { AppError, orNotFound } from '../platform/errors/index.js';
import type { Indexes } from '../platform/security/hashing.js';
import { Phone } from '../platform/text/phone.rules.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import { ListedNumbers } from '../privacy/records/index.js';
import { type FraudListEntryDto, type FraudListsView, LIST_ENTRIES_MAX } from './fraud.dto.js';
import { FraudListEntry, SERVICE_WIDE } from './fraud.entities.js';
import { FraudAccounts } from './fraud-accounts.js';
import { FraudMarks, shownDigits } from './fraud-marks.js';

/** Phones and prefixes that an account, or {@link SERVICE_WIDE}, always allows or blocks. */
@Injectable()
export class FraudLists {
  constructor(
    private readonly database: Database,
    private readonly accounts: FraudAccounts,
    private readonly marks: FraudMarks,
    private readonly numbers: ListedNumbers,
    private readonly audit: Audit,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  async view(userId: number): Promise<FraudListsView> {
    const rows = await this.database.read.find(FraudListEntry, {
      where: { userId },
      order: { id: 'DESC' },
      take: LIST_ENTRIES_MAX,
    });
    const items = rows.map(({ id, list, prefixLength, shown, createdAt }) => ({
      ...{ id, list, prefix_length: prefixLength },
      phone: prefixLength === null ? shown : null,
      prefix: prefixLength === null ? null : shown,
      ...this.calendar.fields('created_at', createdAt),
    }));
    return { items };
  }

  /** Moves an entry that is in the other list. Fails with `parameter_invalid`, also when the lists are full. */
  async add(actor: SessionActor, userId: number, body: FraudListEntryDto): Promise<FraudListsView> {
    const { marks, phone, ...listed } = this.entryOf(userId, body);
    const createdAt = this.clock.now();
    const { list } = body;
    await this.database.tx(async (tx) => {
      await tx.delete(FraudListEntry, { userId, mark: In([...marks]) });
      if ((await tx.countBy(FraudListEntry, { userId })) >= LIST_ENTRIES_MAX) throw full();
      const entry = tx.create(FraudListEntry, { ...listed, mark: marks[0], userId, list, createdAt });
      await tx.insert(FraudListEntry, entry);
      await this.record(tx, actor, userId, 'list_add', { list, number: listed.shown });
      if (phone) await this.numbers.note(tx, { entryId: entry.id, mask: listed.shown, phone });
    });
    this.accounts.forget(userId);
    return this.view(userId);
  }

  /** Fails with `not_found`. */
  async remove(actor: SessionActor, userId: number, id: number): Promise<void> {
    await this.database.tx(async (tx) => {
      const row = orNotFound(await this.database.lockRow(tx, FraudListEntry, { id }));
      if (row.userId !== userId) throw new AppError('not_found');
      await tx.delete(FraudListEntry, { id });
      await this.record(tx, actor, userId, 'list_remove', { list: row.list, number: row.shown });
      if (row.prefixLength === null) await this.numbers.note(tx, { entryId: id, mask: row.shown });
    });
    this.accounts.forget(userId);
  }

  private record(
    tx: EntityManager,
    actor: SessionActor,
    userId: number,
    change: 'list_add' | 'list_remove',
    detail: object,
  ): Promise<void> {
    return userId === SERVICE_WIDE
      ? this.audit.record(tx, actor, `fraud.${change}`, 'fraud', detail)
      : this.audit.recordOwn(tx, actor, `guard.${change}`, undefined, detail);
  }

  private entryOf(
    userId: number,
    { phone: written, prefix }: FraudListEntryDto,
  ): Pick<FraudListEntry, 'shown' | 'prefixLength'> & { marks: Indexes; phone?: Phone } {
    const phone = written === undefined ? undefined : Phone.parse(written);
    if ((phone === undefined) === (prefix === undefined))
      throw new AppError('parameter_invalid', { body: { fields: ['phone', 'prefix'] }, detail: EITHER });
    if (phone) {
      const marks = this.marks.listed(userId, 'phone', phone.reveal());
      return { marks, phone, shown: phone.mask(), prefixLength: null };
    }
    const digits = (prefix ?? '').replace(/^0/, '62');
    const marks = this.marks.listed(userId, 'prefix', digits);
    return { marks, shown: shownDigits(digits), prefixLength: digits.length };
  }
}

const EITHER = {
  id: 'Isi salah satu: phone atau prefix.',
  en: 'Give either phone or prefix.',
};

const full = () =>
  new AppError('parameter_invalid', {
    body: { fields: ['list'] },
    detail: {
      id: `Daftar sudah berisi ${LIST_ENTRIES_MAX} nomor. Hapus sebagian lebih dulu.`,
      en: `The lists have ${LIST_ENTRIES_MAX} entries. Remove some first.`,
    },
  });
