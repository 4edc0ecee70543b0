import type { DataSource } from 'typeorm';
import { SEALED_COLUMNS } from '../../platform/security/data-key.rules.js';
import { countAll, countRows, countsText } from './count-leak.js';

type Count = (database: DataSource) => Promise<string>;

/** Reports what an attacker gets with a secret, by the name of the secret. */
export const KEYS: Record<string, Count> = {
  DATA_KEY: async (database) => {
    const sealed = [];
    for (const [table, column] of SEALED_COLUMNS) {
      const count = await countRows(database, `SELECT ${column} FROM ${table} WHERE ${column} IS NOT NULL`);
      sealed.push(`${table}.${column} ${count}`);
    }
    for (const [table, column] of SHORT_LIVED)
      sealed.push(`${table}.${column} ${await countRows(database, `SELECT ${column} FROM ${table}`)}`);
    const devices = await countRows(database, 'SELECT id FROM devices');
    return (
      `DATA_KEY: ${countsText(await countAll(database))}\n` +
      '  With a copy of the database, an attacker finds the phones of these recipients, by trying those that fit a mask.\n' +
      `  The copy also opens sealed values: ${sealed.join(', ')}.\n` +
      `  Without a copy, callback addresses of ${devices} devices can be made up: forged statuses and refunds.\n`
    );
  },
  JWT_SECRET: async (database) => {
    const accounts = await countRows(database, 'SELECT DISTINCT user_id FROM sessions');
    const administrators = await countRows(
      database,
      'SELECT DISTINCT s.user_id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.role_id = 1',
    );
    const sessions = await countRows(database, 'SELECT id FROM sessions');
    return (
      `JWT_SECRET: ${accounts} accounts with ${sessions} sessions, ${administrators} of administrators\n` +
      '  An attacker acts as these accounts, without password and second factor: masked history, credit, keys, and for\n' +
      '  administrators all accounts. Other accounts are not touched until they log in.\n'
    );
  },
  GATEWAY_WEBHOOK_SECRET: async (database) => {
    const open = `FROM messages m LEFT JOIN devices d ON d.id = m.device_id
      WHERE m.status IN ('pending', 'sent') AND m.livemode = 1 AND d.webhook_secret_sealed IS NULL`;
    const messages = await countRows(database, `SELECT m.id ${open}`);
    const accounts = await countRows(database, `SELECT DISTINCT m.user_id ${open}`);
    return (
      `GATEWAY_WEBHOOK_SECRET: ${messages} messages without a final status, of ${accounts} accounts\n` +
      '  An attacker who knows their ids reports false statuses: refunds, and events to the accounts. Nothing can be read.\n'
    );
  },
};

/** Columns of rows that are deleted soon, and so not in {@link SEALED_COLUMNS}. */
const SHORT_LIVED = [
  ['outgoing_mails', 'sealed'],
  ['verification_fallbacks', 'phone'],
] as const;

/** Undefined: there is no such key. */
export async function countApiKey(database: DataSource, id: number): Promise<string | undefined> {
  const [key] = await database.query<
    { owner: number | string; active: number; deleted_at: unknown; balance: number | string }[]
  >(
    `SELECT k.user_id AS owner, k.active, k.deleted_at, b.balance
       FROM api_keys k JOIN credit_balances b ON b.user_id = k.user_id WHERE k.id = ?`,
    [id],
  );
  if (!key) return undefined;
  const messages = await countRows(database, 'SELECT id FROM messages WHERE user_id = ?', [key.owner]);
  const recipients = await countRows(
    database,
    "SELECT DISTINCT recipient_index FROM messages WHERE user_id = ? AND recipient_index <> ''",
    [key.owner],
  );
  const state = key.deleted_at !== null ? 'deleted' : key.active ? 'active' : 'inactive';
  return (
    `API key ${id}, ${state}: 1 accounts, ${recipients} recipients, ${messages} messages\n` +
    `  While it is active, an attacker reads the masked history of its account, and sends for its balance of ${key.balance}.\n`
  );
}
