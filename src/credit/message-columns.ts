import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Mode } from '../platform/access/modes.rules.js';
import { Database, list, momentOf } from '../platform/database/index.js';
import { Calendar } from '../platform/time/calendar.js';

/** A message with the name of its key, if that is not purged. */
interface Row {
  id: number | string;
  reference: string;
  recipient_masked: string;
  livemode: number | boolean;
  delivered_at: unknown;
  api_key_id: number | string;
  name: string | null;
  last4: string | null;
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

/** Columns that the CSV files of ledger and history share. */
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
    // Users and otp depend on this module, so this reads their tables.
    const rows = await this.database.read.query<Row[]>(
      `SELECT m.id, m.reference, m.recipient_masked, m.livemode, m.delivered_at, m.api_key_id, k.name, k.last4
        FROM messages m LEFT JOIN api_keys k ON k.id = m.api_key_id WHERE m.id IN ${list(ids)}`,
      ids,
    );
    return new Map(rows.map((row) => [Number(row.id), this.columnsOf(row)]));
  }

  private columnsOf(row: Row): MessageColumns {
    const { reference, recipient_masked: recipient, name, last4, delivered_at: at } = row;
    return {
      reference,
      recipient,
      api_key: last4 === null ? `#${row.api_key_id}` : keyName(name, last4),
      mode: Number(row.livemode) === 1 ? 'live' : 'test',
      delivered_at: at === null ? null : this.calendar.formatWithOffset(momentOf(at)),
    };
  }
}

const keyName = (name: string | null, last4: string) => (name ? `${name} (…${last4})` : `…${last4}`);

/** Names of API keys with their last characters, by id. Of keys that are gone there is none. */
export async function keyNames(reading: EntityManager, ids: readonly number[]): Promise<Map<number, string>> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return new Map();
  const keys = await reading.query<{ id: number | string; name: string; last4: string }[]>(
    `SELECT id, name, last4 FROM api_keys WHERE id IN ${list(unique)}`,
    unique,
  );
  return new Map(keys.map(({ id, name, last4 }) => [Number(id), keyName(name, last4)]));
}
