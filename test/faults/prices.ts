import { DataSource } from 'typeorm';
import { connectionOptions, momentText } from '../../src/platform/database/index.js';
import type { Account } from './traffic.js';

const CHANGES = 300;
const SECOND_MS = 1000;

/**
 * Prices that change every second of the run, of all accounts and of one. They are written past the service, before it has
 * read any. The books compare each message with them.
 */
export async function changePrices(databaseUrl: string, [first]: readonly Account[]): Promise<void> {
  const options = await connectionOptions(
    { url: databaseUrl, poolSize: 1 },
    { entities: [], migrations: [] },
  );
  const source = await new DataSource(options).initialize();
  try {
    const now = Date.now();
    const moment = (atMs: number) => momentText(new Date(atMs));
    const row = (userId: number, channel: string, nth: number): unknown[] => {
      const validFrom = moment(now + (nth + 1) * SECOND_MS);
      return [userId, channel, 100 + ((nth * 70) % 500), validFrom, 1, moment(now)];
    };
    const rows = Array.from({ length: CHANGES }, (_, nth) =>
      nth % 3 === 0
        ? row(first?.userId ?? 0, 'whatsapp', nth)
        : row(0, nth % 3 === 1 ? 'whatsapp' : 'inbound', nth),
    );
    const places = rows.map(() => '(?, ?, ?, ?, ?, ?)').join(', ');
    await source.query(
      `INSERT INTO prices (user_id, channel, price, valid_from, set_by, created_at) VALUES ${places}`,
      rows.flat(),
    );
  } finally {
    await source.destroy();
  }
}
