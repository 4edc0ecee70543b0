import { Injectable } from '@nestjs/common';
import { balancesIn, Credit, Prices, SpendCaps } from '../../credit/index.js';
import type { SpendCap } from '../../platform/access/principal.js';
import {
  type BatchTx,
  columnsOf,
  CommitUnknownError,
  Database,
  entitiesOf,
  select,
  updateEach,
} from '../../platform/database/index.js';
import { failpoint } from '../../platform/process/failpoint.js';
import type { Channel } from '../../platform/text/channel.js';
import type { FailureReason } from '../../platform/text/failure-reason.js';
import { refusalsOf, withRefusal } from '../channels/channels.rules.js';
import { Message } from '../message.entities.js';
import { type ChannelChange, decideChange } from './change-channel.rules.js';

/** How often a change runs if its COMMIT gets no response. */
const RUNS_MAX = 10;

/** A message after the change. */
interface ChangedChannel {
  change: Pick<Message, 'channel' | 'price' | 'creditUsed' | 'refusedBy'>;
  /** The account's balance after the adjustment. */
  balance: number;
}

/**
 * Moves a pending message to its next channel, in one transaction: channel, price, and the ledger line of the
 * difference. The sender calls the next gateway only after its COMMIT, so a message costs what its last channel costs.
 */
@Injectable()
export class ChangeChannel {
  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly prices: Prices,
    private readonly spendCaps: SpendCaps,
  ) {}

  /** `reason`: why the present channel did not send. `undefined`: the message stays with that channel. */
  async run(
    message: Message,
    { channel, reason, caps }: { channel: Channel; reason: FailureReason; caps: readonly SpendCap[] },
  ): Promise<ChangedChannel | undefined> {
    const { userId, createdAt: at } = message;
    const price = await this.prices.of({ userId, channel, at });
    const change = { message, to: { channel, price } };
    // A cheaper channel exceeds no cap.
    const limits = message.livemode && price > message.creditUsed ? caps : [];
    for (let run = 1; ; run++) {
      try {
        return await this.database.batch((tx) => this.change(tx, change, reason, limits));
      } catch (error) {
        // The next run reads what was stored.
        if (!(error instanceof CommitUnknownError) || run === RUNS_MAX) throw error;
      }
    }
  }

  private async change(
    tx: BatchTx,
    change: ChannelChange,
    reason: FailureReason,
    caps: readonly SpendCap[],
  ): Promise<ChangedChannel | undefined> {
    failpoint('channel.begin');
    const { id, userId } = change.message;
    const [messages = [], balances = []] = await tx.query(
      select(columnsOf(Message), 'messages', 'id', [id], this.database.forUpdate),
      this.credit.selectBalances([userId], { lock: true }),
    );
    failpoint('channel.read');
    const { spent } = await this.spendCaps.read(async (asked) => (await tx.query(asked))[0] ?? [], caps);
    const [locked] = entitiesOf(Message, messages);
    const decision = decideChange(change, locked, balancesIn(balances).get(userId), {
      caps,
      spent,
    });
    if (!locked || decision.kind === 'taken' || decision.kind === 'insufficient') return undefined;
    if (decision.kind === 'done') return { change: locked, balance: decision.balance };
    const { amount, balance, price } = decision;
    const changed = {
      channel: change.to.channel,
      price,
      creditUsed: price,
      refusedBy: withRefusal(locked, reason),
    };
    const adjustment = {
      ...({ userId, kind: 'adjustment', amount, balanceAfter: balance, messageId: id } as const),
      step: refusalsOf(changed).length,
    };
    await tx.commit([
      updateEach(Message, 'id', new Map([[id, changed]])),
      ...this.credit.enter(amount === 0 ? [] : [adjustment]),
    ]);
    failpoint('channel.committed');
    return { change: changed, balance };
  }
}
