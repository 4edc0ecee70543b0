import { Injectable } from '@nestjs/common';
import { Credit } from '../../credit/index.js';
import {
  columnsOf,
  Database,
  type Engine,
  entitiesOf,
  list,
  type Part,
  question,
  statement,
  together,
} from '../../platform/database/index.js';
import { keyId, lookForKeys } from '../../platform/idempotency/index.js';
import { Clock } from '../../platform/time/clock.js';
import { Message } from '../message.entity.js';
import type { JudgedSettling, Settling } from './settling.js';
import { isUnsent, type Told } from './settling.rules.js';
import { holdWindows } from './windows.js';

type Found = Told & Omit<JudgedSettling, 'move'>;

export interface SettlingsKnown {
  /** In the order of the settlings; `undefined`: the message is gone. */
  found: (Found | undefined)[];
  /** By account. */
  balances: Map<number, number>;
}

/**
 * Reads what settlings are judged by. It locks, in the order that is the same everywhere, verifications that may take a
 * code back, messages, windows and balances. Without a lock it reads what of the settlings is written already.
 */
@Injectable()
export class SettlingSurvey {
  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly clock: Clock,
  ) {}

  of(settlings: readonly Settling[]): Part<SettlingsKnown> {
    const { engine } = this.database;
    const messages = settlings.map(({ message }) => message);
    const failing = settlings.filter(({ news }) => news.status === 'failed');
    const ids = (where: (settling: Settling) => boolean) =>
      settlings.filter(where).map(({ message }) => message.id);
    const asked = together({
      verifications: holdVerifications(
        engine,
        settlings.flatMap(({ message, news }) => (isUnsent(news) ? (message.verification ?? []) : [])),
      ),
      messages: this.hold(messages.map(({ id }) => id)),
      windows: holdWindows(
        engine,
        failing.map(({ message }) => message.duplicateIndex),
      ),
      balances: this.credit.hold(messages.filter(({ livemode }) => livemode).map(({ userId }) => userId)),
      entries: there('gateway_inbox', 'id', waitedIn('gateway_inbox', settlings)),
      due: there('test_steps', 'id', waitedIn('test_steps', settlings)),
      tried: there(
        'message_attempts',
        'message_id',
        ids(({ attempts = [] }) => attempts.length > 0),
      ),
      planned: there(
        'test_steps',
        'message_id',
        ids(({ steps = [] }) => steps.length > 0),
      ),
      keys: lookForKeys(
        settlings.flatMap(({ reply }) => reply?.claim.key ?? []),
        this.clock.now(),
      ),
    });
    return {
      statements: asked.statements,
      read: (answers) => {
        const { messages, balances, entries, due, tried, planned, keys } = asked.read(answers);
        const waiting = { gateway_inbox: entries, test_steps: due };
        const found = settlings.map((settling) => {
          const { message: seen, news, attempts, waited, reply } = settling;
          const message = messages.get(seen.id);
          if (!message) return undefined;
          return {
            settling,
            message,
            news,
            attempts,
            isNoted: waited !== undefined && !waiting[waited.in].has(waited.id),
            hasAttempts: tried.has(seen.id) || message.attemptMs !== null,
            hasSteps: planned.has(seen.id),
            kept: (reply && keys.get(keyId(reply.claim.key))) ?? undefined,
          };
        });
        return { found, balances };
      },
    };
  }

  private hold(ids: readonly number[]): Part<Map<number, Message>> {
    const lock = this.database.engine === 'mysql' ? ' FOR UPDATE' : '';
    const asked = statement(
      `SELECT ${columnsOf(Message)} FROM messages WHERE id IN ${list(ids)} ORDER BY id${lock}`,
      ids,
    );
    return question(
      asked,
      (rows) => new Map(entitiesOf(Message, rows).map((message) => [message.id, message])),
    );
  }
}

/** Most messages carry no code of a verification; then nothing is asked. */
function holdVerifications(engine: Engine, references: readonly string[]): Part<void> {
  const sorted = references.toSorted();
  const asked = statement(
    `SELECT id FROM verifications WHERE reference IN ${list(sorted)} ORDER BY reference FOR UPDATE`,
    sorted,
  );
  return question(sorted.length > 0 && engine === 'mysql' ? asked : undefined, () => undefined);
}

const waitedIn = (table: 'gateway_inbox' | 'test_steps', settlings: readonly Settling[]) =>
  settlings.flatMap(({ waited }) => (waited?.in === table ? waited.id : []));

/** Which of the ids a column of a table has. */
function there(table: string, column: 'id' | 'message_id', ids: readonly number[]): Part<Set<number>> {
  const asked = statement(
    `SELECT DISTINCT ${column} AS id FROM ${table} WHERE ${column} IN ${list(ids)}`,
    ids,
  );
  return question(ids.length > 0 ? asked : undefined, (rows) => new Set(rows.map(({ id }) => Number(id))));
}
