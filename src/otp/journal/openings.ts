import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { Credit } from '../../credit/index.js';
import { Batcher, type Outcome } from '../../platform/background/batcher.js';
import {
  CommitUnknownError,
  Database,
  isAnswered,
  isConstraintViolation,
  list,
  type Part,
  question,
  type Script,
  statement,
  together,
} from '../../platform/database/index.js';
import { keyId, lookForKeys } from '../../platform/idempotency/index.js';
import { failpoint } from '../../platform/process/failpoint.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { DailyCap } from './daily-cap.js';
import type { DuplicateWindow } from './duplicate-window.entity.js';
import type { Opening } from './opening.js';
import { judgeOpenings, type OpeningAsked, type OpeningKnown, type OpeningVerdict } from './opening.rules.js';
import { OpeningWriter } from './opening.writer.js';
import { claimWindows } from './windows.js';

/**
 * At most this many sends are opened together without a survey. In a larger batch the survey costs each send little,
 * and one refused send would make the whole batch start again.
 */
const EXPECTED_MAX = 8;

type Refused = Exclude<OpeningVerdict, { kind: 'opened' }>;
/** What became of an opening. */
export type OpeningResult = { kind: 'opened'; messageId: number; balance: number } | Refused;

/**
 * Opens sends; those that come together share one transaction. It has two packets: the survey claims and locks what the
 * sends are judged by, then the write stores those that may go. A few sends that nothing should stop are written at
 * once, in one packet. If a constraint of a table refuses that packet, it is rolled back, and the sends are surveyed.
 */
@Injectable()
export class Openings {
  private readonly batcher: Batcher<Opening, OpeningResult>;

  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly cap: DailyCap,
    private readonly writer: OpeningWriter,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.batcher = new Batcher({
      run: (openings) => this.openAll(openings),
      keysOf: ({ message, claim }) => [
        `window ${message.duplicateIndex}`,
        ...(claim ? [`key ${keyId(claim.key)}`] : []),
      ],
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
      return await this.database.script((script) => this.openIn(script, openings));
    } catch (error) {
      if (!(error instanceof CommitUnknownError)) throw error;
      return this.database.script((script) => this.openAgain(script, openings));
    }
  }

  private async openIn(script: Script, openings: Opening[]): Promise<Outcome<OpeningResult>[]> {
    const isExpected = openings.length <= EXPECTED_MAX && openings.every(goesAsExpected);
    const opened = isExpected ? await this.openExpected(script, openings) : undefined;
    return opened ?? this.openSurveyed(script, openings);
  }

  /**
   * Writes all of them in one packet, judged only by the constraints of the tables. `undefined`: a constraint refused
   * the packet, and nothing was written.
   */
  private async openExpected(
    script: Script,
    openings: Opening[],
  ): Promise<Outcome<OpeningResult>[] | undefined> {
    failpoint('open.expected');
    const parts = together({
      ids: this.writer.write(
        openings.map((opening) => ({ opening, balanceAfter: undefined })),
        { unclaimed: this.windowsOf(openings) },
      ),
      left: this.credit.hold(openings.map(({ message }) => message.userId)),
    });
    try {
      const { ids, left } = await script.commit(parts);
      failpoint('open.expected-committed');
      return outcomesOf(openings, openedWith(openings, left), ids);
    } catch (error) {
      if (!isConstraintViolation(error)) throw error;
      await script.rollback();
      return undefined;
    }
  }

  private async openSurveyed(script: Script, openings: Opening[]): Promise<Outcome<OpeningResult>[]> {
    failpoint('open.begin');
    const known = await script.ask(this.survey(openings));
    failpoint('open.surveyed');
    const verdicts = judgeOpenings(openings.map(askedOf), known);
    const grants = openings.flatMap((opening, at) => {
      const verdict = verdicts[at];
      return verdict?.kind === 'opened' ? [{ opening, balanceAfter: verdict.balance }] : [];
    });
    if (grants.length === 0) {
      await script.rollback();
      return verdicts.map((value) => ({ value: value as Refused }));
    }
    const refused = openings.filter(
      (opening, at) => verdicts[at]?.kind !== 'opened' && hasClaimed(opening, known),
    );
    const unused = refused.map(({ message }) => message);
    const ids = await script.commit(this.writer.write(grants, { unused }));
    failpoint('open.committed');
    return outcomesOf(openings, verdicts, ids);
  }

  /**
   * After a COMMIT whose answer was lost: either all its sends are there or none. Those that are not there are judged
   * again.
   */
  private async openAgain(script: Script, openings: Opening[]): Promise<Outcome<OpeningResult>[]> {
    const there = await script.ask(openedBefore(openings));
    const others = openings.filter(({ message }) => !there.has(message.reference));
    const anew = others.length === 0 ? [] : await this.openIn(script, others);
    return openings.map((opening) => {
      const value = there.get(opening.message.reference);
      if (value) return { value };
      return anew[others.indexOf(opening)] ?? { error: new Error('an opening was forgotten') };
    });
  }

  /**
   * The first packet: caps, windows, balances, and the Idempotency-Keys last. The locks before them may have to wait
   * for another instance, which may write a key meanwhile.
   */
  private survey(openings: readonly Opening[]): Part<OpeningKnown> {
    const now = this.clock.now();
    return together({
      uses: this.cap.hold(openings.flatMap(({ cap }) => cap ?? [])),
      windows: claimWindows(this.database.engine, this.windowsOf(openings), now),
      balances: this.credit.hold(openings.map(({ message }) => message.userId)),
      keysTaken: lookForKeys(
        openings.flatMap(({ claim }) => claim?.key ?? []),
        now,
      ),
    });
  }

  private windowsOf(openings: readonly Opening[]): DuplicateWindow[] {
    const expiresAt = addSeconds(this.clock.now(), this.config.DUPLICATE_WINDOW_SECONDS);
    return openings
      .filter(({ repeatable }) => !repeatable)
      .map(({ message: { duplicateIndex, reference } }) => ({ duplicateIndex, reference, expiresAt }));
  }
}

/**
 * A cap has to be counted under a lock, and where nothing is charged only a survey finds an account without a balance.
 */
const goesAsExpected = ({ cap, deviceAvailable, message }: Opening) =>
  !cap && deviceAvailable && message.livemode;

/** No window, key or cap is in the way: the constraints have judged that already. */
const NOTHING_KNOWN = { windows: new Map(), keysTaken: new Set<string>(), uses: new Map() };

/**
 * All of them were opened. `left`: the balances after all charges, from which the rules compute the balance after each.
 */
function openedWith(openings: readonly Opening[], left: ReadonlyMap<number, number>): OpeningVerdict[] {
  const balances = new Map(left);
  for (const { message } of openings)
    balances.set(message.userId, (balances.get(message.userId) ?? Number.NaN) + message.creditUsed);
  return judgeOpenings(openings.map(askedOf), { ...NOTHING_KNOWN, balances });
}

function outcomesOf(
  openings: readonly Opening[],
  verdicts: readonly OpeningVerdict[],
  ids: ReadonlyMap<string, number>,
): Outcome<OpeningResult>[] {
  return openings.map(({ message: { reference } }, at) => {
    const verdict = verdicts[at] as OpeningVerdict;
    if (verdict.kind !== 'opened') return { value: verdict };
    const messageId = ids.get(reference);
    if (!messageId) return { error: new Error(`${reference} was opened and is not there`) };
    return { value: { ...verdict, messageId } };
  });
}

function askedOf({ message, repeatable, deviceAvailable, cap, claim }: Opening): OpeningAsked {
  const { reference, userId, creditUsed, duplicateIndex } = message;
  return {
    reference,
    userId,
    cost: creditUsed,
    window: repeatable ? undefined : duplicateIndex,
    key: claim && keyId(claim.key),
    capped: cap ? { id: DailyCap.idOf(cap), cap: cap.perDay } : undefined,
    deviceAvailable,
  };
}

/** Whether this send itself holds its window. */
const hasClaimed = ({ repeatable, message }: Opening, { windows }: OpeningKnown) =>
  !repeatable && (windows.get(message.duplicateIndex)?.reference ?? message.reference) === message.reference;

/** Which of these sends are there already, by reference. */
function openedBefore(openings: readonly Opening[]): Part<Map<string, OpeningResult>> {
  const references = openings.map(({ message }) => message.reference);
  const asked = statement(
    `SELECT m.id, m.reference, COALESCE(e.balance_after, b.balance) AS balance
      FROM messages m JOIN credit_balances b ON b.user_id = m.user_id
      LEFT JOIN credit_entries e ON e.message_id = m.id AND e.kind = 'charge'
      WHERE m.reference IN ${list(references)}`,
    references,
  );
  return question(asked, (rows) => new Map(rows.map((row) => [String(row['reference']), openedOf(row)])));
}

const openedOf = (row: Record<string, unknown>): OpeningResult => ({
  kind: 'opened',
  messageId: Number(row['id']),
  balance: Number(row['balance']),
});
