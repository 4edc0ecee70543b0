import { Injectable } from '@nestjs/common';
import type { Mode } from '../common/access/modes.rules.js';
import { Database, momentOf } from '../common/database/index.js';
import { Calendar } from '../common/time/calendar.js';

interface Row {
  id: number | string;
  reference: string;
  recipient_masked: string;
  livemode: number | boolean;
  delivered_at: unknown;
  api_key_id: number | string;
  key_name: string | null;
  key_last4: string | null;
}

export interface MessageColumns {
  reference: string;
  /** Masked. */
  recipient: string;
  /** Its name and last characters, or its id once it was purged. */
  api_key: string;
  mode: Mode;
  /** With the offset of the zone; null: no report of it. */
  delivered_at: string | null;
}

/**
 * The columns by which lines of the ledger and of the history are joined. Both files take them from here, so that they
 * read the same in both.
 */
@Injectable()
export class MessageColumnsReader {
  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
  ) {}

  /** By the messages' ids. Messages that were purged are missing. */
  async of(messageIds: readonly number[]): Promise<Map<number, MessageColumns>> {
    const ids = [...new Set(messageIds)];
    if (ids.length === 0) return new Map();
    // Accounts and messages are built upon this module, which therefore reads their tables and not their services.
    const rows = await this.database.read.query<Row[]>(
      `SELECT m.id, m.reference, m.recipient_masked, m.livemode, m.delivered_at, m.api_key_id,
         k.name AS key_name, k.last4 AS key_last4
       FROM messages m LEFT JOIN api_keys k ON k.id = m.api_key_id
       WHERE m.id IN (${ids.map(() => '?').join(', ')})`,
      ids,
    );
    return new Map(rows.map((row) => [Number(row.id), this.columnsOf(row)]));
  }

  private columnsOf(row: Row): MessageColumns {
    const { key_name: name, key_last4: last4 } = row;
    const key = name ? `${name} (…${last4})` : `…${last4}`;
    return {
      reference: row.reference,
      recipient: row.recipient_masked,
      api_key: last4 === null ? `#${row.api_key_id}` : key,
      mode: Number(row.livemode) === 1 ? 'live' : 'test',
      delivered_at:
        row.delivered_at === null ? null : this.calendar.formatWithOffset(momentOf(row.delivered_at)),
    };
  }
}
