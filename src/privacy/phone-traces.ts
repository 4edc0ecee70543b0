import { Injectable } from '@nestjs/common';
import { FraudMarks } from '../fraud/index.js';
import { Fingerprints } from '../otp/index.js';
import { Database } from '../platform/database/index.js';
import type { Phone } from '../platform/text/phone.rules.js';
import { type FoundRows, ListedNumbers } from './records/index.js';

/** What of the database belongs to a phone. Only here is it known in clear. */
@Injectable()
export class PhoneTraces {
  constructor(
    private readonly database: Database,
    private readonly fingerprints: Fingerprints,
    private readonly marks: FraudMarks,
    private readonly numbers: ListedNumbers,
  ) {}

  indexesOf(phone: Phone): string {
    return this.fingerprints.recipient(phone).join(',');
  }

  /** The rows that only the phone itself finds, not its indexes. */
  async foundBy(phone: Phone): Promise<FoundRows> {
    return {
      listEntries: await this.listEntries(phone),
      auditEntries: await this.numbers.auditEntries(phone.mask()),
    };
  }

  private async listEntries(phone: Phone): Promise<number[]> {
    const rows = await this.database.read.query<{ id: number; user_id: number; mark: string }[]>(
      'SELECT id, user_id, mark FROM fraud_list_entries WHERE prefix_length IS NULL',
    );
    const marks = new Map<number, readonly string[]>();
    const marksOf = (userId: number) => {
      const known = marks.get(userId) ?? this.marks.listed(userId, 'phone', phone.reveal());
      marks.set(userId, known);
      return known;
    };
    return rows
      .filter(({ user_id: userId, mark }) => marksOf(Number(userId)).includes(mark))
      .map(({ id }) => Number(id));
  }
}
