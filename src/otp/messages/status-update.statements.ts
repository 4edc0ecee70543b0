import { list, type Rows, type Statement, statement, updateEach } from '../../platform/database/index.js';
import { Message } from '../message.entities.js';
import type { Transition } from './apply-status-updates.rules.js';
import type { DecidedUpdate, UpdateRequest } from './status-update.js';

/** Hand-written SQL statements of status updates. */

export const numbersIn = (found: Rows, column: string) => new Set(found.map((row) => Number(row[column])));

export const verificationsOf = (requests: readonly UpdateRequest[]) =>
  requests.flatMap(({ message }) => message.verification ?? []);

export const originsIn = (table: 'gateway_inbox' | 'test_steps', requests: readonly UpdateRequest[]) =>
  requests.flatMap(({ origin }) => (origin?.table === table ? origin.id : []));

/**
 * Gives a verification its previous code back when the message with its newest code was provably not sent. Nothing
 * changes if the verification has a newer code, has ended, or had no code before. The order of the assignments matters:
 * MySQL uses the new value of a column that was assigned earlier, SQLite the old one. `reference` is the only indexed
 * column of the condition: by another index a database might lock other verifications, or these in another order.
 */
export function restoreCodes(transitions: readonly Transition[]): Statement[] {
  const codes = transitions.flatMap(({ message: { id, verification }, restoresCode }) =>
    restoresCode && verification !== null ? [{ id, verification }] : [],
  );
  if (codes.length === 0) return [];
  const verifications = codes.map(({ verification }) => verification).toSorted();
  const ids = codes.map(({ id }) => id);
  return [
    statement(
      `UPDATE verifications
        SET code_index = previous_code_index, message_id = previous_message_id, expires_at = previous_expires_at,
          resends = resends - 1, previous_code_index = NULL, previous_message_id = NULL, previous_expires_at = NULL
        WHERE reference IN ${list(verifications)} AND COALESCE(message_id, 0) IN ${list(ids)}
          AND ended_at IS NULL AND previous_message_id IS NOT NULL`,
      [...verifications, ...ids],
    ),
  ];
}

export function changeMessages(transitions: readonly Transition[]): Statement[] {
  const changes = transitions.filter(({ change }) => Object.keys(change).length > 0);
  if (changes.length === 0) return [];
  return [updateEach(Message, 'id', new Map(changes.map(({ message, change }) => [message.id, change])))];
}

/** Deletes each window only if the message still holds it. */
export function freeWindows(transitions: readonly Transition[]): Statement[] {
  const held = transitions.filter(({ freesWindow }) => freesWindow).map(({ message }) => message);
  if (held.length === 0) return [];
  return [
    statement(
      `DELETE FROM duplicate_windows
        WHERE ${held.map(() => '(duplicate_index = ? AND reference = ?)').join(' OR ')}`,
      held.flatMap(({ duplicateIndex, reference }) => [duplicateIndex, reference]),
    ),
  ];
}

export const deleteOrigins = (decided: readonly DecidedUpdate[]): Statement[] =>
  (['gateway_inbox', 'test_steps'] as const).flatMap((table) => {
    const ids = originsIn(
      table,
      decided.filter(({ isReported }) => !isReported).map(({ request }) => request),
    );
    return ids.length === 0 ? [] : [statement(`DELETE FROM ${table} WHERE id IN ${list(ids)}`, ids)];
  });
