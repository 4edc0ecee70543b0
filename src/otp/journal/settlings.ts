import { Batcher, type Outcome } from '../../common/batcher.js';
import type { Config } from '../../common/config/index.js';
import {
  byCase,
  CommitUnknownError,
  isUniqueViolation,
  list,
  statement,
  UnmetError,
  type Answer,
  type Database,
  type Script,
  type Statement,
  type Value,
  type Write,
} from '../../common/database/index.js';
import { failpoint } from '../../common/failpoint.js';
import { eventOf } from '../message-event.js';
import { noteReports, type Report } from '../message-reports.js';
import type { Message } from '../message.entity.js';
import type { Status } from '../status.js';
import { addCounts, type Count } from './counts.js';
import { countFree } from './free-counts.js';
import { noteAttempts, type Move, type SettleContext, type Settlement } from './settle.js';
import { counterDeltas, type Consequence } from './settlement.js';

/** A move without a refund: of a message as its settler has just seen it. */
export interface Settling {
  move: PlainMove;
  settlement: Settlement;
  report: Report | undefined;
  /** Keeps the answer under an Idempotency-Key; has to change one row. */
  keep: Statement | undefined;
}

type PlainMove = Move & { consequence: Consequence };

/** Whether a move gives nothing back, and so can be written down with others'. */
export function isPlain(move: Move): move is PlainMove {
  const { consequence } = move;
  return consequence !== undefined && !consequence.refund && !consequence.freeDuplicateWindow;
}

/** A message was not what its settler took it for: it has to be read again. */
export class OutdatedError extends Error {}

/**
 * Settles messages that go on as expected: those that come together share one transaction, written without reading
 * and guarded by what their settlers have seen. What does not hold any more fails with {@link OutdatedError}, and what
 * may be in the database or not with CommitUnknownError.
 */
export class Settlings {
  private readonly batcher: Batcher<Settling, boolean>;

  constructor(
    private readonly database: Database,
    private readonly context: SettleContext,
    config: Config,
  ) {
    this.batcher = new Batcher({
      run: (settlings) => this.settleAll(settlings),
      keysOf: ({ move }) => [String(move.message.id)],
      mayBeOneMember: (error) => !(error instanceof CommitUnknownError),
      batchMax: config.SEND_BATCH_MAX,
      // What was opened has to be settled, and no more comes here than was opened.
      queueMax: Infinity,
      waitMaxMs: config.SEND_QUEUE_WAIT_MS,
    });
  }

  /** True when a callback came before its message's id was known, and waits. */
  settle(settling: Settling): Promise<boolean> {
    return this.batcher.add(settling);
  }

  private settleAll(settlings: Settling[]): Promise<Outcome<boolean>[]> {
    return this.database.script(async (script) => {
      failpoint('settle.batch');
      const { rows } = await this.write(script, settlings);
      failpoint('settle.batch-committed');
      const ids = new Set(rows.map((row) => row['gateway_message_id']));
      return settlings.map((settling) => ({ value: ids.has(idOf(settling)) }));
    });
  }

  private async write(script: Script, settlings: Settling[]): Promise<Answer> {
    try {
      return await script.whole(this.writesOf(settlings), waiting(settlings));
    } catch (error) {
      // The event of such a move may be there: somebody else has made it.
      throw error instanceof UnmetError || isUniqueViolation(error) ? new OutdatedError() : error;
    }
  }

  private writesOf(settlings: Settling[]): Write[] {
    const { engine, webhooks } = this.context;
    const tried = settlings.flatMap(({ move, settlement: { attempts } }) =>
      attempts && attempts.length > 0 ? { messageId: move.message.id, attempts } : [],
    );
    const reports = settlings.flatMap(({ report }) => report ?? []);
    return [
      ...byStatus(settlings).map(moveAll),
      ...settlings.flatMap(({ keep }) => (keep ? { ...keep, rows: 1 } : [])),
      ...(tried.length > 0 ? [noteAttempts(tried)] : []),
      ...(reports.length > 0 ? [noteReports(engine, reports)] : []),
      webhooks.enqueueAll(settlings.map(({ move }) => eventOf(move.message, move.change))),
      addCounts(engine, settlings.map(countOf)),
      ...countFree(this.context, settlings),
    ];
  }
}

const idOf = ({ settlement }: Settling) => settlement.gatewayMessageId ?? '';

/** Whoever keeps a callback looks for its message after that; here it is the other way round, so one of the two meets. */
function waiting(settlings: Settling[]): Statement {
  const ids = settlings.map(idOf);
  return statement(
    `SELECT gateway_message_id FROM gateway_inbox WHERE gateway_message_id IN ${list(ids)}`,
    ids,
  );
}

/** Moves from one status. */
interface Group {
  from: Status;
  moves: PlainMove[];
}

function byStatus(settlings: Settling[]): Group[] {
  const groups = new Map<Status, PlainMove[]>();
  for (const { move } of settlings) {
    const { status } = move.message;
    groups.set(status, [...(groups.get(status) ?? []), move]);
  }
  return [...groups].map(([from, moves]) => ({ from, moves }));
}

/** One UPDATE, in the order of the ids; it has to change so many rows. */
function moveAll({ from, moves }: Group): Write {
  const sorted = moves.toSorted((one, other) => one.message.id - other.message.id);
  const sets = COLUMNS.flatMap(([property, column]) => {
    const values = new Map<number, Value>();
    for (const { message, change } of sorted)
      if (change[property] !== undefined) values.set(message.id, change[property]);
    const otherwise = values.size < sorted.length ? column : undefined;
    return values.size > 0 ? { column, value: byCase('id', values, otherwise) } : [];
  });
  const ids = sorted.map(({ message }) => message.id);
  return {
    ...statement(
      `UPDATE messages SET ${sets.map(({ column, value }) => `${column} = ${value.sql}`).join(', ')}
        WHERE id IN ${list(ids)} AND status = ?`,
      [...sets.map(({ value }) => value), ...ids, from],
    ),
    rows: ids.length,
  };
}

/** What such a move may change. */
const COLUMNS = [
  ['status', 'status'],
  ['deviceId', 'device_id'],
  ['gatewayMessageId', 'gateway_message_id'],
  ['errorMessage', 'error_message'],
  ['sentAt', 'sent_at'],
  ['deliveredAt', 'delivered_at'],
] as const satisfies [keyof Message, string][];

const countOf = ({ move: { message, consequence } }: Settling): Count => ({
  ...message,
  deltas: counterDeltas(message.status, consequence.status),
});
