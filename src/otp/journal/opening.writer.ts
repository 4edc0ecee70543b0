import { Injectable } from '@nestjs/common';
import { Credit, type CreditLine } from '../../credit/index.js';
import {
  Database,
  Expression,
  insertInto,
  list,
  type Part,
  silent,
  statement,
  together,
} from '../../platform/database/index.js';
import { takeKeys } from '../../platform/idempotency/index.js';
import { Clock } from '../../platform/time/clock.js';
import { Message } from '../message.entity.js';
import { DailyCap } from './daily-cap.js';
import type { DuplicateWindow } from './duplicate-window.entity.js';
import type { OpeningGrant } from './opening.js';
import { claimFreeWindows, freeWindows } from './windows.js';

/** Duplicate windows that the write still has to claim or to free. */
interface WindowsLeft {
  /** Not claimed by a survey: the write claims them. */
  unclaimed?: readonly DuplicateWindow[];
  /** Claimed by the survey for sends that were refused: the write frees them. */
  unused?: readonly Pick<DuplicateWindow, 'duplicateIndex' | 'reference'>[];
}

/** Builds the statements that open sends: windows, caps, messages, charges and Idempotency-Keys. */
@Injectable()
export class OpeningWriter {
  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly cap: DailyCap,
    private readonly clock: Clock,
  ) {}

  /** The answer: the ids of the messages, by their references. */
  write(
    grants: readonly OpeningGrant[],
    { unclaimed = [], unused = [] }: WindowsLeft,
  ): Part<Map<string, number>> {
    const messages = grants.map(({ opening }) => opening.message);
    const { numbersInARow } = this.database;
    const parts = together({
      windows: silent([...claimFreeWindows(unclaimed), ...freeWindows(unused)]),
      caps: silent(this.cap.count(grants.flatMap(({ opening: { cap } }) => cap ?? []))),
      ids: numbersInARow ? insertInARow(messages) : insertAndFind(messages),
      // Directly after the messages: LAST_INSERT_ID() still gives the id of the first one.
      charges: silent(
        this.credit.enter(
          grants.flatMap((grant, nth) => chargeOf(grant, numbersInARow ? nthId(nth) : idOf(grant))),
        ),
      ),
      keys: silent(takeKeys(grants.flatMap(takerOf), this.clock.now())),
    });
    return { statements: parts.statements, read: (answers) => parts.read(answers).ids };
  }
}

function chargeOf({ opening: { message }, balanceAfter }: OpeningGrant, messageId: Expression): CreditLine[] {
  const { userId, livemode, creditUsed } = message;
  return livemode ? [{ userId, kind: 'charge', amount: -creditUsed, balanceAfter, messageId }] : [];
}

const takerOf = (grant: OpeningGrant) =>
  grant.opening.claim ? [{ key: grant.opening.claim.key, messageId: idOf(grant) }] : [];

/** An SQL expression for the id of a message that the same packet inserts. */
const idOf = ({ opening: { message } }: OpeningGrant) =>
  new Expression('(SELECT id FROM messages WHERE reference = ?)', [message.reference]);

/** The same for the nth message of the last INSERT. */
const nthId = (nth: number) => new Expression('LAST_INSERT_ID() + ?', [nth]);

function insertInARow(messages: readonly Message[]): Part<Map<string, number>> {
  return {
    statements: insertInto(Message, messages),
    read: ([answer]) => {
      const first = answer?.firstId ?? Number.NaN;
      return new Map(messages.map(({ reference }, nth) => [reference, first + nth]));
    },
  };
}

function insertAndFind(messages: readonly Message[]): Part<Map<string, number>> {
  const references = messages.map(({ reference }) => reference);
  const found = statement(
    `SELECT id, reference FROM messages WHERE reference IN ${list(references)}`,
    references,
  );
  return {
    statements: [...insertInto(Message, messages), found],
    read: (answers) => {
      const rows = answers.at(-1)?.rows ?? [];
      return new Map(rows.map((row) => [String(row['reference']), Number(row['id'])]));
    },
  };
}
