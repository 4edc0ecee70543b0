import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Mode } from '../platform/access/modes.rules.js';
import { Database, list, momentOf } from '../platform/database/index.js';
import { Calendar } from '../platform/time/calendar.js';

interface Row {
  id: number | string;
  reference: string;
  recipient_masked: string;
  livemode: number | boolean;
  delivered_at: unknown;
  api_key_id: number | string;
}

export interface MessageColumns {
  reference: string;
  /** Masked. */
  recipient: string;
  /** Name and last characters of the key, or its id once the key was purged. */
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
      `SELECT id, reference, recipient_masked, livemode, delivered_at, api_key_id FROM messages
        WHERE id IN ${list(ids)}`,
      ids,
    );
    const keys = await keyNames(
      this.database.read,
      rows.map(({ api_key_id: id }) => Number(id)),
    );
    return new Map(
      rows.map((row) => [Number(row.id), this.columnsOf(row, keys.get(Number(row.api_key_id)))]),
    );
  }

  private columnsOf(row: Row, key: string | undefined): MessageColumns {
    const { reference, recipient_masked: recipient, delivered_at: at } = row;
    return {
      reference,
      recipient,
      api_key: key ?? `#${row.api_key_id}`,
      mode: Number(row.livemode) === 1 ? 'live' : 'test',
      delivered_at: at === null ? null : this.calendar.formatWithOffset(momentOf(at)),
    };
  }
}

/** Names of API keys with their last characters, by id. Purged keys are missing. */
export async function keyNames(reading: EntityManager, ids: readonly number[]): Promise<Map<number, string>> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return new Map();
  const keys = await reading.query<{ id: number | string; name: string; last4: string }[]>(
    `SELECT id, name, last4 FROM api_keys WHERE id IN ${list(unique)}`,
    unique,
  );
  return new Map(keys.map(({ id, name, last4 }) => [Number(id), name ? `${name} (…${last4})` : `…${last4}`]));
}
