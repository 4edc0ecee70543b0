import { Injectable } from '@nestjs/common';
import { Batcher, type Outcome } from '../../common/batcher.js';
import { addSeconds, Clock } from '../../common/clock.js';
import { Config } from '../../common/config/index.js';
import {
  CommitUnknownError,
  Database,
  Expression,
  insertInto,
  isAnswered,
  list,
  statement,
  type Answer,
  type Script,
  type Statement,
} from '../../common/database/index.js';
import { failpoint } from '../../common/failpoint.js';
import { keysFound, lookForKeys, takeKeys, type IdempotencyClaim } from '../../common/idempotency/index.js';
import { Credit } from '../../credit/index.js';
import type { Message } from '../message.entity.js';
import { addCounts } from './counts.js';
import { DailyCap } from './daily-cap.js';
import { judge, type Asked, type Known, type Verdict } from './opening-rules.js';
import { ALL_OURS, claimWindows, holdersOf, releaseWindows, type Window } from './windows.js';

/** A send on its way into the books. */
export interface Opening {
  /** Without an id yet. */
  message: Message;
  /** The same code may go to the same phone again at once. */
  repeatable: boolean;
  deviceAvailable: boolean;
  /** Of its API key; null: none. */
  cap: { rootKeyId: number; perDay: number } | null;
  claim: IdempotencyClaim | undefined;
}

type Opened = Extract<Verdict, { kind: 'opened' }> & { messageId: number };
/** What became of an opening. */
export type OpeningResult = Opened | Exclude<Verdict, { kind: 'opened' }>;

/**
 * Opens sends: those that come together share one transaction of two packets. The first claims what they are judged
 * by and keeps it from changing, the second writes down those that may go, and ends it.
 */
@Injectable()
export class Openings {
  private readonly batcher: Batcher<Opening, OpeningResult>;

  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly cap: DailyCap,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.batcher = new Batcher({
      run: (openings) => this.openAll(openings),
      keysOf: ({ message, claim }) => [`window ${message.duplicateIndex}`, ...(claim ? [claim.id] : [])],
      mayBeOneMember: isAnswered,
      batchMax: config.SEND_BATCH_MAX,
      queueMax: config.SEND_QUEUE_MAX,
      waitMaxMs: config.SEND_QUEUE_WAIT_MS,
    });
  }

  /** Fails with `overloaded` when too many wait. */
  open(opening: Opening): Promise<OpeningResult> {
    return this.batcher.add(opening);
  }

  private async openAll(openings: Opening[]): Promise<Outcome<OpeningResult>[]> {
    try {
      return await this.database.script((script) => this.write(script, openings));
    } catch (error) {
      if (!(error instanceof CommitUnknownError)) throw error;
      return this.database.script((script) => this.writeAgain(script, openings));
    }
  }

  private async write(script: Script, openings: Opening[]): Promise<Outcome<OpeningResult>[]> {
    const asked = openings.map(askedOf);
    failpoint('open.begin');
    const known = await this.survey(script, openings, asked);
    failpoint('open.claimed');
    const verdicts = judge(asked, known);
    const opened = openings.filter((_, at) => verdicts[at]?.kind === 'opened');
    const refused = asked.filter((_, at) => verdicts[at]?.kind !== 'opened');
    if (opened.length === 0) {
      await script.rollback();
      return verdicts.map((value) => ({ value: value as OpeningResult }));
    }
    const balances = verdicts.flatMap((verdict) => (verdict.kind === 'opened' ? verdict.balance : []));
    const answers = await script.commit(
      ...releaseWindows(windowsOfRefused(refused, known)),
      ...this.entering(opened, balances),
      idsOf(opened),
    );
    failpoint('open.committed');
    const ids = idsFound(answers.at(-1));
    return openings.map(({ message }, at) => {
      const verdict = verdicts[at];
      if (verdict?.kind !== 'opened') return { value: verdict as OpeningResult };
      const messageId = ids.get(message.reference);
      if (messageId === undefined)
        return { error: new Error(`${message.reference} was opened and is not there`) };
      return { value: { ...verdict, messageId } };
    });
  }

  /** After a COMMIT whose answer was lost: all of it is there or nothing, and what was refused is judged anew. */
  private async writeAgain(script: Script, openings: Opening[]): Promise<Outcome<OpeningResult>[]> {
    const references = openings.map(({ message }) => message.reference);
    const [found] = await script.run(
      statement(
        `SELECT m.id, m.reference, COALESCE(e.balance_after, b.balance) AS balance
          FROM messages m JOIN credit_balances b ON b.user_id = m.user_id
          LEFT JOIN credit_entries e ON e.message_id = m.id AND e.kind = 'charge'
          WHERE m.reference IN ${list(references)}`,
        references,
      ),
    );
    const rows = new Map(found?.rows.map((row) => [String(row['reference']), row]));
    const isThere = ({ message }: Opening) => rows.has(message.reference);
    const others = openings.filter((opening) => !isThere(opening));
    const anew = others.length === 0 ? [] : await this.write(script, others);
    return openings.map((opening) => {
      const row = rows.get(opening.message.reference);
      if (!row) return anew[others.indexOf(opening)] ?? { error: new Error('an opening was forgotten') };
      const opened = { messageId: Number(row['id']), balance: Number(row['balance']) };
      return { value: { kind: 'opened', ...opened } };
    });
  }

  /**
   * The first packet. The order of its locks is the same everywhere: caps, windows, balances. The keys are looked up
   * last: whoever had to wait for another instance would else have missed the key that it wrote down meanwhile.
   */
  private async survey(script: Script, openings: Opening[], asked: Asked[]): Promise<Known> {
    const now = this.clock.now();
    const caps = this.cap.hold(openings.flatMap(capped));
    const rows = this.windowsOf(openings, now);
    const windows = claimWindows(this.database.engine, rows, now);
    const balances = this.credit.hold(asked.map(({ userId }) => userId));
    const keys = lookForKeys(
      openings.flatMap(({ claim }) => claim ?? []),
      now,
    );
    const answers = await script.run(...caps, ...windows, balances, ...keys);
    const after = caps.length + windows.length;
    const claimed = answers[after - 1]?.affected;
    return {
      keysTaken: keysFound(keys.length > 0 ? answers.at(-1) : undefined),
      uses: this.cap.held(caps.length > 0 ? answers[caps.length - 1] : undefined),
      windows: windows.length === 0 || claimed === rows.length ? ALL_OURS : await holdersOf(script, rows),
      balances: this.credit.held(answers[after]),
    };
  }

  private windowsOf(openings: Opening[], now: Date): Window[] {
    const expiresAt = addSeconds(now, this.config.DUPLICATE_WINDOW_SECONDS);
    return openings
      .filter(({ repeatable }) => !repeatable)
      .map(({ message: { duplicateIndex, reference } }) => ({ duplicateIndex, reference, expiresAt }));
  }

  /** The second packet: everything that is true once these sends are open. */
  private entering(openings: Opening[], balances: number[]): Statement[] {
    const charges = openings.flatMap(({ message: { userId, livemode, creditUsed, reference } }, at) => {
      const balanceAfter = balances[at] ?? 0;
      return livemode ? { userId, amount: creditUsed, balanceAfter, messageId: idOf(reference) } : [];
    });
    const takers = openings.flatMap(({ claim, message }) =>
      claim ? { claim, messageId: idOf(message.reference) } : [],
    );
    const deltas = { created: 1, sent: 0, delivered: 0, failed: 0 };
    return [
      ...this.cap.count(openings.flatMap(capped)),
      insertInto(
        'messages',
        openings.map(({ message }) => rowOf(message)),
      ),
      ...this.credit.charge(charges),
      ...takeKeys(takers, this.clock.now()),
      addCounts(
        this.database.engine,
        openings.map(({ message }) => ({ ...message, deltas })),
      ),
    ];
  }
}

function askedOf({ message, repeatable, deviceAvailable, cap, claim }: Opening): Asked {
  const { reference, userId, creditUsed, duplicateIndex, day } = message;
  return {
    reference,
    userId,
    cost: creditUsed,
    window: repeatable ? undefined : duplicateIndex,
    key: claim?.id,
    capped: cap ? { id: DailyCap.idOf({ rootKeyId: cap.rootKeyId, day }), cap: cap.perDay } : undefined,
    deviceAvailable,
  };
}

const capped = ({ message: { day }, cap }: Opening) => (cap ? { rootKeyId: cap.rootKeyId, day } : []);

/** Those that refused sends have claimed. */
const windowsOfRefused = (refused: Asked[], { windows }: Known): string[] =>
  refused.flatMap(({ window, reference }) =>
    window !== undefined && (windows.get(window)?.reference ?? reference) === reference ? window : [],
  );

/** Where the database finds the id of a message that the same packet inserts. */
const idOf = (reference: string) =>
  new Expression('(SELECT id FROM messages WHERE reference = ?)', [reference]);

function idsOf(openings: Opening[]): Statement {
  const references = openings.map(({ message }) => message.reference);
  return statement(`SELECT id, reference FROM messages WHERE reference IN ${list(references)}`, references);
}

const idsFound = (answer: Answer | undefined) =>
  new Map(answer?.rows.map((row) => [String(row['reference']), Number(row['id'])]));

function rowOf(message: Message) {
  return {
    reference: message.reference,
    user_id: message.userId,
    api_key_id: message.apiKeyId,
    livemode: message.livemode,
    status: message.status,
    credit_used: message.creditUsed,
    recipient_masked: message.recipientMasked,
    recipient_index: message.recipientIndex,
    duplicate_index: message.duplicateIndex,
    company_name: message.companyName,
    day: message.day,
    created_at: message.createdAt,
    lease_until: message.leaseUntil,
    check_tries: message.checkTries,
  };
}
