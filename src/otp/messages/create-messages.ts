import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { balancesIn, Credit, type CreditLine } from '../../credit/index.js';
import {
  type BatchTx,
  columnsOf,
  CommitUnknownError,
  Database,
  entitiesOf,
  Expression,
  insertInto,
  isUniqueViolation,
  list,
  type Row,
  type Statement,
  statement,
} from '../../platform/database/index.js';
import {
  deleteExpiredKeys,
  type IdempotencyClaim,
  insertKeys,
  keyId,
  keysIn,
  selectKeys,
} from '../../platform/idempotency/index.js';
import { failpoint } from '../../platform/process/failpoint.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { Message } from '../message.entity.js';
import {
  type AccountState,
  type CreateDecision,
  type CreateFacts,
  decideCreates,
} from './create-messages.rules.js';
import { DailyCap, type DailyUse, usesIn } from './daily-cap.js';
import { DuplicateWindow } from './duplicate-window.entity.js';

/** A message to create. */
export interface NewMessage {
  /** Without an id yet. */
  message: Message;
  /** The same code may be sent to the same phone again at once. */
  repeatable: boolean;
  deviceAvailable: boolean;
  /** The daily cap of its API key; null: none. */
  cap: (DailyUse & { perDay: number }) | null;
  claim: IdempotencyClaim | undefined;
}

type Refused = Exclude<CreateDecision, { kind: 'created' }>;
export type CreateResult = { kind: 'created'; messageId: number; balance: number } | Refused;

/** What was read under the lock; expired rows are deleted before new ones take their place. */
interface Known extends AccountState {
  expiredWindows: ReadonlySet<string>;
  expiredKeys: ReadonlySet<string>;
}

/** A send that may go, with the balance after its charge. */
interface Granted extends NewMessage {
  balance: number;
}

/**
 * Creates messages with their charges, duplicate windows and Idempotency-Keys, all in one transaction. Every transaction
 * that creates messages of an account locks its balance first. So until the COMMIT no other one can take a window, a key
 * or a place under a cap of that account.
 */
@Injectable()
export class CreateMessages {
  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly cap: DailyCap,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** The results have the order of the sends. A refused send leaves no trace. */
  async run(sends: readonly NewMessage[]): Promise<CreateResult[]> {
    try {
      return await this.database.batch((tx) => this.create(tx, sends));
    } catch (error) {
      if (error instanceof CommitUnknownError)
        return this.database.batch((tx) => this.createMissing(tx, sends));
      // Another Galera node took a window or key after it was read here: locks hold on one node only.
      if (isUniqueViolation(error)) return this.database.batch((tx) => this.create(tx, sends));
      throw error;
    }
  }

  private async create(tx: BatchTx, sends: readonly NewMessage[]): Promise<CreateResult[]> {
    failpoint('create.begin');
    const known = await this.lockAndRead(tx, sends);
    failpoint('create.read');
    const decisions = decideCreates(sends.map(factsOf), known);
    const granted = sends.flatMap((send, at): Granted[] => {
      const decision = decisions[at];
      return decision?.kind === 'created' ? [{ ...send, balance: decision.balance }] : [];
    });
    const ids = granted.length > 0 ? await this.write(tx, granted, known) : new Map<string, number>();
    return sends.map(({ message: { reference } }, at) => {
      const decision = decisions[at] as CreateDecision;
      if (decision.kind !== 'created') return decision;
      const messageId = ids.get(reference);
      if (messageId === undefined) throw new Error(`${reference} was created and is not there`);
      return { ...decision, messageId };
    });
  }

  private async lockAndRead(tx: BatchTx, sends: readonly NewMessage[]): Promise<Known> {
    const now = this.clock.now();
    const windows = windowsOf(sends);
    const [balanceRows = [], windowRows = [], useRows = [], keyRows = []] = await tx.query(
      this.credit.selectBalances(
        sends.map(({ message }) => message.userId),
        { lock: true },
      ),
      windows.length > 0
        ? statement(
            `SELECT ${columnsOf(DuplicateWindow)} FROM duplicate_windows WHERE duplicate_index IN ${list(windows)}`,
            windows,
          )
        : undefined,
      this.cap.select(sends.flatMap(({ cap }) => cap ?? [])),
      selectKeys(sends.flatMap(({ claim }) => claim?.key ?? [])),
    );
    const found = entitiesOf(DuplicateWindow, windowRows);
    const keys = [...keysIn(keyRows, now)];
    return {
      balances: balancesIn(balanceRows),
      windows: new Map(
        found.filter(({ expiresAt }) => expiresAt > now).map((one) => [one.duplicateIndex, one]),
      ),
      expiredWindows: new Set(
        found.filter(({ expiresAt }) => expiresAt <= now).map(({ duplicateIndex }) => duplicateIndex),
      ),
      uses: usesIn(useRows),
      keysTaken: new Set(keys.filter(([, { isExpired }]) => !isExpired).map(([id]) => id)),
      expiredKeys: new Set(keys.filter(([, { isExpired }]) => isExpired).map(([id]) => id)),
    };
  }

  /** Commits, and returns the ids of the messages by their references. */
  private async write(tx: BatchTx, granted: readonly Granted[], known: Known): Promise<Map<string, number>> {
    const now = this.clock.now();
    const windowEnd = addSeconds(now, this.config.DUPLICATE_WINDOW_SECONDS);
    const takers = granted.flatMap((send) =>
      send.claim ? [{ key: send.claim.key, messageId: idOf(send) }] : [],
    );
    const references = granted.map(({ message }) => message.reference);
    const rows = await tx.commit([
      ...this.cap.count(granted.flatMap(({ cap }) => cap ?? [])),
      ...deleteExpiredWindows(
        windowsOf(granted).filter((index) => known.expiredWindows.has(index)),
        now,
      ),
      ...insertInto(
        DuplicateWindow,
        granted.filter(hasWindow).map((send) => windowRow(send, windowEnd)),
      ),
      ...insertInto(
        Message,
        granted.map(({ message }) => message),
      ),
      ...this.credit.enter(granted.flatMap(chargeOf)),
      ...deleteExpiredKeys(
        takers.map(({ key }) => key).filter((key) => known.expiredKeys.has(keyId(key))),
        now,
      ),
      ...insertKeys(takers),
      statement(`SELECT id, reference FROM messages WHERE reference IN ${list(references)}`, references),
    ]);
    failpoint('create.committed');
    return new Map(rows.at(-1)?.map((row) => [String(row['reference']), Number(row['id'])]));
  }

  /** After a COMMIT without an answer: looks which messages are stored, and creates the others. */
  private async createMissing(tx: BatchTx, sends: readonly NewMessage[]): Promise<CreateResult[]> {
    const references = sends.map(({ message }) => message.reference);
    const [rows = []] = await tx.query(
      statement(
        `SELECT m.id, m.reference, COALESCE(e.balance_after, b.balance) AS balance
          FROM messages m JOIN credit_balances b ON b.user_id = m.user_id
          LEFT JOIN credit_entries e ON e.message_id = m.id AND e.kind = 'charge'
          WHERE m.reference IN ${list(references)}`,
        references,
      ),
    );
    const stored = new Map(rows.map((row) => [String(row['reference']), row]));
    const others = sends.filter(({ message }) => !stored.has(message.reference));
    const results = others.length > 0 ? await this.create(tx, others) : [];
    return sends.map((send) => {
      const row = stored.get(send.message.reference);
      if (!row) return results[others.indexOf(send)] as CreateResult;
      return { kind: 'created', messageId: Number(row['id']), balance: Number(row['balance']) };
    });
  }
}

function factsOf({ message, repeatable, deviceAvailable, cap, claim }: NewMessage): CreateFacts {
  return {
    userId: message.userId,
    cost: message.creditUsed,
    window: repeatable ? undefined : message.duplicateIndex,
    key: claim && keyId(claim.key),
    capped: cap ? { id: DailyCap.idOf(cap), cap: cap.perDay } : undefined,
    deviceAvailable,
  };
}

const hasWindow = ({ repeatable }: NewMessage) => !repeatable;

/** Sorted, so that all transactions take windows in the same order. */
const windowsOf = (sends: readonly NewMessage[]): string[] =>
  sends
    .filter(hasWindow)
    .map(({ message }) => message.duplicateIndex)
    .sort();

const windowRow = (
  { message: { duplicateIndex, reference } }: NewMessage,
  expiresAt: Date,
): Row<DuplicateWindow> => ({ duplicateIndex, reference, expiresAt });

const deleteExpiredWindows = (indexes: readonly string[], now: Date): Statement[] =>
  indexes.length === 0
    ? []
    : [
        statement(
          `DELETE FROM duplicate_windows WHERE duplicate_index IN ${list(indexes)} AND expires_at <= ?`,
          [...indexes, now],
        ),
      ];

/** The id of a message that the same transaction inserts. */
const idOf = ({ message: { reference } }: NewMessage) =>
  new Expression('(SELECT id FROM messages WHERE reference = ?)', [reference]);

/** Test sends are free. */
function chargeOf(send: Granted): CreditLine[] {
  const { userId, livemode, creditUsed } = send.message;
  if (!livemode) return [];
  return [{ userId, kind: 'charge', amount: -creditUsed, balanceAfter: send.balance, messageId: idOf(send) }];
}
