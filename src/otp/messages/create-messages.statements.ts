import type { CreditLine } from '../../credit/index.js';
import type { SpendCap } from '../../platform/access/principal.js';
import { Expression, insertInto, list, type Statement, statement } from '../../platform/database/index.js';
import { type IdempotencyClaim, keyId } from '../../platform/idempotency/index.js';
import type { Indexes } from '../../platform/security/hashing.js';
import { DuplicateWindow, Message } from '../message.entities.js';
import type { CreateFacts } from './create-messages.rules.js';
import { DailyCap, type DailyUse } from './daily-cap.js';

/** The statements that create messages. */

/** A message to create. */
export interface NewMessage {
  /** Without an id yet. */
  message: Message;
  /** Its duplicate window, under each DATA_KEY. */
  duplicateIndexes: Indexes;
  /** The same code may be sent to the same phone again at once. */
  repeatable: boolean;
  deviceAvailable: boolean;
  /** The daily cap of its API key; null: none. */
  cap: (DailyUse & { perDay: number }) | null;
  spendCaps: readonly SpendCap[];
  claim: IdempotencyClaim | undefined;
}

/** A send that may be created, with the balance after its charge. */
export interface Granted extends NewMessage {
  balance: number;
}

export function factsOf(send: NewMessage): CreateFacts {
  const { message, repeatable, deviceAvailable, cap, spendCaps, claim } = send;
  return {
    userId: message.userId,
    cost: message.creditUsed,
    window: repeatable ? undefined : message.duplicateIndex,
    key: claim && keyId(claim.key),
    capped: cap ? { id: DailyCap.idOf(cap), cap: cap.perDay } : undefined,
    spendCaps,
    deviceAvailable,
  };
}

const hasWindow = ({ repeatable }: NewMessage) => !repeatable;

/** Sorted, so that all transactions take windows in the same order. */
export const windowsOf = (sends: readonly NewMessage[]): string[] =>
  sends
    .filter(hasWindow)
    .flatMap(({ duplicateIndexes }) => duplicateIndexes)
    .sort();

export const insertWindows = (sends: readonly NewMessage[], expiresAt: Date): Statement[] =>
  insertInto(
    DuplicateWindow,
    sends.filter(hasWindow).map(({ message: { duplicateIndex, reference } }) => {
      return { duplicateIndex, reference, expiresAt };
    }),
  );

/** COALESCE: by the index of `expires_at`, a database might lock the windows of other accounts. */
export const deleteExpiredWindows = (indexes: readonly string[], now: Date): Statement[] =>
  indexes.length === 0
    ? []
    : [
        statement(
          `DELETE FROM duplicate_windows
            WHERE duplicate_index IN ${list(indexes)} AND COALESCE(expires_at, expires_at) <= ?`,
          [...indexes, now],
        ),
      ];

/** An SQL expression for the id of a message that the same transaction inserts. */
export const idOf = ({ message: { reference } }: NewMessage) =>
  new Expression('(SELECT id FROM messages WHERE reference = ?)', [reference]);

/** The ledger line of the charge. Test messages have none. Live ones always have one, even for 0 credits. */
export function chargeOf(send: Granted): CreditLine[] {
  const { userId, livemode, creditUsed } = send.message;
  if (!livemode) return [];
  const amount = 0 - creditUsed;
  return [{ userId, kind: 'charge', amount, balanceAfter: send.balance, messageId: idOf(send) }];
}

export const insertMessages = (sends: readonly NewMessage[]): Statement[] =>
  insertInto(
    Message,
    sends.map(({ message }) => message),
  );

const referencesOf = (sends: readonly NewMessage[]) => sends.map(({ message }) => message.reference);

export function selectIds(sends: readonly NewMessage[]): Statement[] {
  const references = referencesOf(sends);
  return [statement(`SELECT id, reference FROM messages WHERE reference IN ${list(references)}`, references)];
}

/** Selects the messages that are already stored, with the balance after their charge. */
export function selectStored(sends: readonly NewMessage[]): Statement {
  const references = referencesOf(sends);
  return statement(
    `SELECT m.id, m.reference, COALESCE(e.balance_after, b.balance) AS balance
      FROM messages m JOIN credit_balances b ON b.user_id = m.user_id
      LEFT JOIN credit_entries e ON e.message_id = m.id AND e.kind = 'charge'
      WHERE m.reference IN ${list(references)}`,
    references,
  );
}
