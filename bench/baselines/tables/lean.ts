import { COST, windowEnd } from '../common/store.js';
import { counted, each, moment, type Tables, takeOver, type Value } from './tables.js';

/** The smallest schema: only the columns and indexes that a send, its callback and its refund need. */
export const LEAN_SCHEMA = [
  `CREATE TABLE accounts (
    id INT UNSIGNED NOT NULL PRIMARY KEY,
    key_hash BINARY(32) NOT NULL UNIQUE,
    balance BIGINT NOT NULL CHECK (balance >= 0))`,
  `CREATE TABLE messages (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    reference CHAR(30) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
    account_id INT UNSIGNED NOT NULL,
    recipient BINARY(32) NOT NULL,
    code BINARY(32) NOT NULL,
    status ENUM ('pending', 'sent', 'failed', 'delivered') NOT NULL,
    gateway_id VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin,
    created_at DATETIME(3) NOT NULL,
    sent_at DATETIME(3),
    ended_at DATETIME(3),
    INDEX (gateway_id))`,
  `CREATE TABLE ledger (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    account_id INT UNSIGNED NOT NULL,
    message_id INT UNSIGNED,
    amount BIGINT NOT NULL,
    balance_after BIGINT NOT NULL,
    created_at DATETIME(3) NOT NULL)`,
  `CREATE TABLE counters (
    account_id INT UNSIGNED NOT NULL,
    day DATE NOT NULL,
    sent INT UNSIGNED NOT NULL,
    PRIMARY KEY (account_id, day))`,
  `CREATE TABLE duplicate_windows (
    code BINARY(32) NOT NULL PRIMARY KEY,
    message_id INT UNSIGNED NOT NULL,
    expires_at DATETIME(3) NOT NULL)`,
];

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** The tables of {@link LEAN_SCHEMA}. */
export const LEAN: Tables = {
  findKeys: 'SELECT LOWER(HEX(key_hash)) AS hash, id, id AS userId FROM accounts WHERE key_hash',
  hashOf: bytes,
  findBalances: 'SELECT id AS userId, balance FROM accounts WHERE id',
  messages: {
    into: 'messages (reference, account_id, recipient, code, status, created_at)',
    ending: '',
    of: each((draft): Value[] => [
      draft.reference,
      draft.userId,
      bytes(draft.recipientIndex),
      bytes(draft.duplicateIndex),
      'pending',
      moment(draft.at),
    ]),
  },
  windows: {
    into: 'duplicate_windows (code, message_id, expires_at)',
    ending: takeOver('message_id'),
    of: each(({ draft, messageId }): Value[] => [
      bytes(draft.duplicateIndex),
      messageId,
      moment(windowEnd(draft.at)),
    ]),
  },
  windowOf: ({ duplicateIndex }) => bytes(duplicateIndex),
  findOwners: 'SELECT message_id AS owner FROM duplicate_windows WHERE code IN (?)',
  ownerOf: ({ messageId }) => messageId,
  freeWindows: 'DELETE FROM duplicate_windows WHERE code IN (?)',
  charge: {
    sql: `UPDATE accounts SET balance = balance - ${COST} WHERE id = ? AND balance >= ${COST}`,
    values: ({ userId }) => [userId],
  },
  pay: {
    sql: 'UPDATE accounts SET balance = ELT(FIELD(id, ?), ?) WHERE id IN (?)',
    values: (all) => {
      const ids = all.map(({ userId }) => userId);
      return [ids, all.map(({ balance }) => balance), ids];
    },
  },
  charged: [
    {
      into: 'ledger (account_id, message_id, amount, balance_after, created_at)',
      ending: '',
      of: each(({ draft, opened: { messageId, balance } }): Value[] => [
        draft.userId,
        messageId,
        -COST,
        balance,
        moment(draft.at),
      ]),
    },
  ],
  sent: "status = 'sent', sent_at = ?, gateway_id",
  settled: [
    {
      into: 'counters (account_id, day, sent)',
      ending: 'ON DUPLICATE KEY UPDATE sent = sent + VALUES(sent)',
      of: (all) => counted(all).map(([{ userId, day }, count]) => [userId, day, count]),
    },
  ],
};
