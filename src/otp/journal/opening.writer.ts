import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { Database, Expression, insertInto, list, statement } from '../../common/database/index.js';
import type { Part, Statement } from '../../common/database/index.js';
import { takeKeys, type IdempotencyClaim } from '../../common/idempotency/index.js';
import { Credit, type CreditLine } from '../../credit/index.js';
import { Message } from '../message.entity.js';
import { addCounts } from './counts.js';
import { DailyCap } from './daily-cap.js';

/** A send on its way into the books. */
export interface Opening {
  /** Without an id yet. */
  message: Message;
  /** The same code may go to the same phone again at once. */
  repeatable: boolean;
  deviceAvailable: boolean;
  /** Of its API key; null: none. */
  cap: { rootKeyId: number; day: string; perDay: number } | null;
  claim: IdempotencyClaim | undefined;
}

/** A send that may go, and what that leaves to its account. */
export interface OpeningMove {
  opening: Opening;
  balanceAfter: number;
}

/** The statements of everything that is true once sends are open. */
@Injectable()
export class OpeningWriter {
  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly cap: DailyCap,
    private readonly clock: Clock,
  ) {}

  /** Reads the ids of the messages by their references. */
  write(moves: readonly OpeningMove[]): Part<Map<string, number>> {
    const messages = moves.map(({ opening }) => opening.message);
    return {
      statements: [
        ...this.cap.count(moves.flatMap(({ opening: { cap } }) => cap ?? [])),
        ...insertInto(Message, messages),
        ...this.credit.enter(moves.flatMap(chargeOf)),
        ...takeKeys(moves.flatMap(takerOf), this.clock.now()),
        ...addCounts(
          this.database.engine,
          messages.map((message) => ({ ...message, deltas: OPENED })),
        ),
        idsOf(messages),
      ],
      read: (answers) => {
        const rows = answers.at(-1)?.rows ?? [];
        return new Map(rows.map((row) => [String(row['reference']), Number(row['id'])]));
      },
    };
  }
}

const OPENED = { created: 1, sent: 0, delivered: 0, failed: 0 };

function chargeOf({ opening: { message }, balanceAfter }: OpeningMove): CreditLine[] {
  const { userId, livemode, creditUsed, reference } = message;
  if (!livemode) return [];
  return [{ userId, kind: 'charge', amount: -creditUsed, balanceAfter, messageId: idOf(reference) }];
}

const takerOf = ({ opening: { claim, message } }: OpeningMove) =>
  claim ? [{ key: claim.key, messageId: idOf(message.reference) }] : [];

/** Where the database finds the id of a message that the same packet inserts. */
const idOf = (reference: string) =>
  new Expression('(SELECT id FROM messages WHERE reference = ?)', [reference]);

function idsOf(messages: readonly Message[]): Statement {
  const references = messages.map(({ reference }) => reference);
  return statement(`SELECT id, reference FROM messages WHERE reference IN ${list(references)}`, references);
}
