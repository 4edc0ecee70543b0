import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { balancesIn, Credit, SpendCaps, type Spending } from '../../credit/index.js';
import {
  type BatchTx,
  columnsOf,
  CommitUnknownError,
  Database,
  entitiesOf,
  isUniqueViolation,
  select,
} from '../../platform/database/index.js';
import {
  deleteExpiredKeys,
  insertKeys,
  keyId,
  keysIn,
  selectKeys,
} from '../../platform/idempotency/index.js';
import { failpoint } from '../../platform/process/failpoint.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { DuplicateWindow } from '../message.entities.js';
import { type AccountState, type CreateDecision, decideCreates } from './create-messages.rules.js';
import {
  chargeOf,
  deleteExpiredWindows,
  factsOf,
  type Granted,
  idOf,
  insertMessages,
  insertWindows,
  type NewMessage,
  selectIds,
  selectStored,
  windowsOf,
} from './create-messages.statements.js';
import { DailyCap, usesIn } from './daily-cap.js';

type Refused = Exclude<CreateDecision, { kind: 'created' }>;
export type CreateResult = { kind: 'created'; messageId: number; balance: number } | Refused;

/** The state read under the lock. Expired windows and keys are deleted before new ones are inserted. */
interface Known extends AccountState {
  expiredWindows: ReadonlySet<string>;
  expiredKeys: ReadonlySet<string>;
  spending: Spending;
}

/**
 * Creates messages with their charges, duplicate windows and Idempotency-Keys, all in one transaction. Every
 * transaction that creates messages of an account locks its balance first. So until the COMMIT no other transaction can
 * take a window or a key of that account, or use up its caps.
 */
@Injectable()
export class CreateMessages {
  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly cap: DailyCap,
    private readonly spendCaps: SpendCaps,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Returns the results in the order of the sends. Stores nothing of a refused send. */
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
    if (granted.length === 0 && known.spending.isLong) await tx.commit(this.spendCaps.store(known.spending));
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
    const asked = sends.flatMap(({ claim }) => claim?.key ?? []);
    const [balanceRows = [], windowRows = [], useRows = [], keyRows = []] = await tx.query(
      this.credit.selectBalances(
        sends.map(({ message }) => message.userId),
        { lock: true },
      ),
      select(columnsOf(DuplicateWindow), 'duplicate_windows', 'duplicate_index', windowsOf(sends)),
      this.cap.select(sends.flatMap(({ cap }) => cap ?? [])),
      selectKeys(asked),
    );
    const spending = await this.spendCaps.read(
      async (spent) => (await tx.query(spent))[0] ?? [],
      sends.flatMap(({ spendCaps }) => spendCaps),
    );
    const found = entitiesOf(DuplicateWindow, windowRows);
    const keys = [...keysIn(keyRows, asked, now)];
    return {
      balances: balancesIn(balanceRows),
      windows: openWindows(found, sends, now),
      expiredWindows: new Set(
        found.filter(({ expiresAt }) => expiresAt <= now).map(({ duplicateIndex }) => duplicateIndex),
      ),
      uses: usesIn(useRows),
      spent: spending.spent,
      spending,
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
    const rows = await tx.commit([
      ...this.cap.count(granted.flatMap(({ cap }) => cap ?? [])),
      ...this.spendCaps.store(known.spending),
      ...deleteExpiredWindows(
        windowsOf(granted).filter((index) => known.expiredWindows.has(index)),
        now,
      ),
      ...insertWindows(granted, windowEnd),
      ...insertMessages(granted),
      ...this.credit.enter(granted.flatMap(chargeOf)),
      ...deleteExpiredKeys(
        takers.map(({ key }) => key).filter((key) => known.expiredKeys.has(keyId(key))),
        now,
      ),
      ...insertKeys(takers),
      ...selectIds(granted),
    ]);
    failpoint('create.committed');
    return new Map(rows.at(-1)?.map((row) => [String(row['reference']), Number(row['id'])]));
  }

  /** After a COMMIT without a response: reads which messages are stored, and creates the others. */
  private async createMissing(tx: BatchTx, sends: readonly NewMessage[]): Promise<CreateResult[]> {
    const [rows = []] = await tx.query(selectStored(sends));
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

/** The windows that block sends, by the index that a send would store. */
function openWindows(
  found: readonly DuplicateWindow[],
  sends: readonly NewMessage[],
  now: Date,
): Map<string, DuplicateWindow> {
  const stored = new Map(
    sends.flatMap(({ duplicateIndexes }) => duplicateIndexes.map((one) => [one, duplicateIndexes[0]])),
  );
  const open = found.filter(({ expiresAt }) => expiresAt > now);
  return new Map(open.map((one) => [stored.get(one.duplicateIndex) ?? one.duplicateIndex, one]));
}
