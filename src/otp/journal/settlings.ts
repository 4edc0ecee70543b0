import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { Batcher, type Outcome } from '../../platform/background/batcher.js';
import {
  CommitUnknownError,
  Database,
  isAnswered,
  isUniqueViolation,
  list,
  type Part,
  question,
  statement,
  UnmetError,
} from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import type { KeptAnswer } from '../../platform/idempotency/index.js';
import { failpoint } from '../../platform/process/failpoint.js';
import { Tallies } from '../../platform/tallies/index.js';
import { Clock } from '../../platform/time/clock.js';
import { WebhookOutbox } from '../../webhook/index.js';
import { FAILURE_TALLY } from '../tally-names.js';
import type { JudgedSettling, Settling } from './settling.js';
import { isPlain, judgeSettlings, type RefundPolicy, type SettledMessage } from './settling.rules.js';
import { SettlingSurvey } from './settling.survey.js';
import { SettlingWriter } from './settling.writer.js';

const SURVEYS_MAX = 10;
const NO_BALANCES = new Map<number, number>();

export interface Settled extends SettledMessage {
  /** Whether callbacks wait that came before the message's id was known. */
  hasWaitingCallbacks: boolean;
  /** The answer that was kept under the key before ours: by the recovery, which took the request for dead. */
  kept: KeptAnswer | undefined;
}

/** One of these messages has changed since its settler read it. */
class OutdatedError extends Error {}

/**
 * Records news of messages; what comes together shares one transaction. News that goes as expected is judged by the
 * message as its settler read it, and written under the guard that the message still has the same status. All other
 * news is surveyed, judged and written.
 */
@Injectable()
export class Settlings {
  private readonly expected: Batcher<Settling, Settled>;
  private readonly surveyed: Batcher<Settling, Settled>;
  private readonly policy: RefundPolicy;

  constructor(
    private readonly database: Database,
    private readonly survey: SettlingSurvey,
    private readonly writer: SettlingWriter,
    private readonly webhooks: WebhookOutbox,
    private readonly clock: Clock,
    private readonly tallies: Tallies,
    config: Config,
  ) {
    const shared = {
      keysOf: ({ message }: Settling) => [String(message.id)],
      mayBeOneMember: isAnswered,
      batchMax: config.SEND_BATCH_MAX,
      // Without a cap: what was opened has to be settled, and not more comes here than was opened.
      queueMax: Infinity,
      waitMaxMs: config.SEND_QUEUE_WAIT_MS,
    };
    this.expected = new Batcher({ ...shared, run: (settlings) => this.writeExpected(settlings) });
    this.surveyed = new Batcher({ ...shared, run: (settlings) => this.surveyAndWrite(settlings) });
    this.policy = {
      refundFailedDelivery: config.REFUND_FAILED_DELIVERY,
      refundWindowHours: config.REFUND_WINDOW_HOURS,
    };
  }

  async settle(settling: Settling): Promise<Settled> {
    const settled = await this.writeDown(settling);
    if (settled.moved && !settling.hasNoWebhooks) this.webhooks.committed();
    if (settled.moved && settled.status === 'failed') this.noteFailure(settling);
    return settled;
  }

  private noteFailure({ message, news }: Settling): void {
    if (message.livemode) this.tallies.add(FAILURE_TALLY, 'hour', news.failureReason ?? 'unknown');
  }

  private async writeDown(settling: Settling): Promise<Settled> {
    if (!this.goesAsExpected(settling)) return this.surveyed.add(settling);
    try {
      return await this.expected.add(settling);
    } catch (error) {
      // The survey sees whether it is in the database.
      if (error instanceof OutdatedError || error instanceof CommitUnknownError)
        return this.surveyed.add(settling);
      throw error;
    }
  }

  private goesAsExpected({ waited, steps, reply, ...told }: Settling): boolean {
    if (waited || steps?.length || reply?.kind === 'release') return false;
    // This only chooses the way. The packet is judged again, as a whole.
    const [move] = judgeSettlings([told], NO_BALANCES, this.policy, this.clock.now());
    return move !== undefined && isPlain(move);
  }

  private writeExpected(settlings: Settling[]): Promise<Outcome<Settled>[]> {
    const judged = judgeSettlings(settlings, NO_BALANCES, this.policy, this.clock.now());
    const all = settlings.flatMap((settling, at) => {
      const move = judged[at];
      return move ? { settling, move, ...NOTHING_THERE } : [];
    });
    return this.database.script(async (script) => {
      failpoint('settle.expected');
      try {
        const awaited = await script.commitAndAsk(this.writer.write(all), waitingFor(settlings));
        failpoint('settle.expected-committed');
        return all.map((one) => ({ value: settledOf(one, awaited) }));
      } catch (error) {
        // Events are unique by message and type: whoever moved the message first has written the event.
        throw error instanceof UnmetError || isUniqueViolation(error) ? new OutdatedError() : error;
      }
    });
  }

  /**
   * Repeats while the surveyed rows change before the write, or while nobody can say whether the write was committed.
   */
  private async surveyAndWrite(settlings: Settling[]): Promise<Outcome<Settled>[]> {
    for (let round = 1; ; round++) {
      try {
        return await this.surveyAndWriteOnce(settlings);
      } catch (error) {
        const mayGoOn = error instanceof UnmetError || error instanceof CommitUnknownError;
        if (!mayGoOn || round === SURVEYS_MAX) throw error;
      }
    }
  }

  private surveyAndWriteOnce(settlings: Settling[]): Promise<Outcome<Settled>[]> {
    return this.database.script(async (script) => {
      failpoint('settle.begin');
      const { found, balances } = await script.ask(this.survey.of(settlings));
      failpoint('settle.surveyed');
      const there = found.flatMap((one) => one ?? []);
      const judged = judgeSettlings(there, balances, this.policy, this.clock.now());
      const all = new Map(
        there.flatMap((one, at): [Settling, JudgedSettling][] => {
          const move = judged[at];
          return move ? [[one.settling, { ...one, move }]] : [];
        }),
      );
      const awaited = await script.commitAndAsk(this.writer.write([...all.values()]), waitingFor(settlings));
      failpoint('settle.committed');
      return settlings.map((settling) => {
        const one = all.get(settling);
        if (one) return { value: settledOf(one, awaited) };
        return { error: new AppError('not_found', { logDetail: `message ${settling.message.id} is gone` }) };
      });
    });
  }
}

/** What is assumed without a survey: nobody else has written a report, attempts, steps or an answer for this news. */
const NOTHING_THERE = { isNoted: false, hasAttempts: false, hasSteps: false, kept: undefined };

const settledOf = ({ move, settling, kept }: JudgedSettling, awaited: ReadonlySet<string>): Settled => ({
  ...move.after,
  hasWaitingCallbacks: awaited.has(settling.news.gatewayMessageId ?? ''),
  kept,
});

/**
 * Which of these ids callbacks wait for, asked after the COMMIT that tells the ids. A callback is stored first and then
 * looks for its message. So of the two, at least the later one finds the other.
 */
function waitingFor(settlings: readonly Settling[]): Part<Set<string>> {
  const ids = settlings.flatMap(({ news }) => news.gatewayMessageId ?? []);
  const asked = statement(
    `SELECT gateway_message_id FROM gateway_inbox WHERE gateway_message_id IN ${list(ids)}`,
    ids,
  );
  return question(
    ids.length > 0 ? asked : undefined,
    (rows) => new Set(rows.map((row) => String(row['gateway_message_id']))),
  );
}
