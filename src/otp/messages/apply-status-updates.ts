import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { balancesIn, Credit } from '../../credit/index.js';
import {
  type BatchTx,
  columnsOf,
  CommitUnknownError,
  Database,
  entitiesOf,
  insertInto,
  select,
  type Statement,
  upsert,
} from '../../platform/database/index.js';
import { keysIn, releaseKeys, selectKeys, storeResponses } from '../../platform/idempotency/index.js';
import { failpoint } from '../../platform/process/failpoint.js';
import { Calendar } from '../../platform/time/calendar.js';
import { Clock } from '../../platform/time/clock.js';
import { WebhookOutbox } from '../../webhook/index.js';
import {
  DeliveryAfterRefund,
  Message,
  MessageAttempt,
  MessageCounter,
  MessageReport,
  NotOnWhatsapp,
  ScheduledStatus,
} from '../message.entities.js';
import { eventOf } from '../message.presenter.js';
import { OUTCOME_STATUSES } from '../status.rules.js';
import {
  decideUpdates,
  isRefunded,
  isUnsent,
  type RefundPolicy,
  type Transition,
} from './apply-status-updates.rules.js';
import {
  type DecidedUpdate,
  foundIn,
  type FoundUpdate,
  type UpdateRequest,
  type UpdateResult,
} from './status-update.js';
import {
  changeMessages,
  deleteOrigins,
  freeWindows,
  numbersIn,
  originsIn,
  restoreCodes,
  verificationsOf,
} from './status-update.statements.js';
import * as rows from './status-update-rows.js';

/** How often an update runs if its COMMIT gets no response. */
const RUNS_MAX = 10;

/**
 * Applies status updates of different messages, with everything that belongs to them, in one transaction: it locks the
 * messages, decides by pure rules, and writes. So a message is refunded at most once, in whatever order reports arrive.
 */
@Injectable()
export class ApplyStatusUpdates {
  private readonly policy: RefundPolicy;

  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly webhooks: WebhookOutbox,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
    config: Config,
  ) {
    this.policy = {
      refundFailedDelivery: config.REFUND_FAILED_DELIVERY,
      refundWindowHours: config.REFUND_WINDOW_HOURS,
    };
  }

  /** The results have the order of the requests; `undefined`: the message is gone. */
  async run(requests: readonly UpdateRequest[]): Promise<(UpdateResult | undefined)[]> {
    for (let run = 1; ; run++) {
      try {
        return await this.database.batch((tx) => this.apply(tx, requests, run > 1));
      } catch (error) {
        // The next run reads what was stored.
        if (!(error instanceof CommitUnknownError) || run === RUNS_MAX) throw error;
      }
    }
  }

  private async apply(tx: BatchTx, requests: readonly UpdateRequest[], isRepeated: boolean) {
    failpoint('update.begin');
    const { found, balances } = await this.lockAndRead(tx, requests, isRepeated);
    failpoint('update.read');
    const transitions = decideUpdates(
      found.map(({ message, request: { update, attempts } }) => ({ message, update, attempts })),
      balances,
      this.policy,
      this.clock.now(),
    );
    const decided = found.map((one, at) => ({ ...one, transition: transitions[at] as Transition }));
    const waiting = await this.write(tx, decided, isRepeated);
    failpoint('update.committed');
    const results = new Map(
      decided.map(({ request, transition, stored }): [UpdateRequest, UpdateResult] => [
        request,
        {
          ...transition.after,
          hasWaitingCallbacks: waiting.has(request.update.gatewayMessageId ?? ''),
          stored,
        },
      ]),
    );
    return requests.map((request) => results.get(request));
  }

  /**
   * Locks verifications, messages, balances and Idempotency-Keys, always in this order. A transaction that holds the
   * message may read the rest without a lock. `isRepeated`: attempts and scheduled statuses may be stored already.
   */
  private async lockAndRead(tx: BatchTx, requests: readonly UpdateRequest[], isRepeated: boolean) {
    const { forUpdate } = this.database;
    const idsOf = (some: readonly UpdateRequest[]) => some.map(({ message }) => message.id);
    const failing = requests.filter(({ message, update }) => message.livemode && update.status === 'failed');
    const unsent = requests.filter(({ update }) => isUnsent(update));
    const keys = requests.flatMap(({ response }) => response?.claim.key ?? []);
    const [, messageRows = [], balanceRows = [], inbox = [], due = [], keyRows = [], tried = [], later = []] =
      await tx.query(
        select('id', 'verifications', 'reference', verificationsOf(unsent), forUpdate),
        select(columnsOf(Message), 'messages', 'id', idsOf(requests), forUpdate),
        this.credit.selectBalances(
          failing.map(({ message }) => message.userId),
          { lock: true },
        ),
        select('id', 'gateway_inbox', 'id', originsIn('gateway_inbox', requests)),
        select('id', 'test_steps', 'id', originsIn('test_steps', requests)),
        selectKeys(keys, forUpdate),
        isRepeated ? select('message_id', 'message_attempts', 'message_id', idsOf(requests)) : undefined,
        isRepeated ? select('message_id', 'test_steps', 'message_id', idsOf(requests)) : undefined,
      );
    const found = foundIn(requests, {
      messages: entitiesOf(Message, messageRows),
      origins: { gateway_inbox: numbersIn(inbox, 'id'), test_steps: numbersIn(due, 'id') },
      keys: keysIn(keyRows, keys, this.clock.now()),
      withAttempts: numbersIn(tried, 'message_id'),
      withScheduled: numbersIn(later, 'message_id'),
    });
    const balances = new Map([...(await this.balancesOfRefunded(tx, found)), ...balancesIn(balanceRows)]);
    return { found, balances };
  }

  /** The response to a send whose message was refunded before has the account's present balance. */
  private async balancesOfRefunded(tx: BatchTx, found: readonly FoundUpdate[]): Promise<Map<number, number>> {
    const refunded = found.filter(({ message, request }) => !request.report && isRefunded(message));
    if (refunded.length === 0) return new Map();
    const accounts = refunded.map(({ message }) => message.userId);
    const [balanceRows = []] = await tx.query(this.credit.selectBalances(accounts, { lock: false }));
    return balancesIn(balanceRows);
  }

  /**
   * Commits, then returns the gateway ids for which callbacks wait in the inbox. A callback looks for its message again
   * after it is stored. So whichever of the two is committed later finds the other.
   */
  private async write(
    tx: BatchTx,
    decided: readonly DecidedUpdate[],
    isRepeated: boolean,
  ): Promise<ReadonlySet<string>> {
    const ids = decided.flatMap(({ request }) => request.update.gatewayMessageId ?? []);
    const waiting = select('gateway_message_id', 'gateway_inbox', 'gateway_message_id', ids);
    const statements = this.statementsOf(decided);
    // A repeated run reads in a call of its own, so that an error of `tx.commit` is an error of the COMMIT.
    const found = isRepeated
      ? (await tx.commit(statements), waiting ? await this.database.query(waiting) : [])
      : (await tx.commit(statements, waiting)).slice(statements.length).flat();
    return new Set(found.map((row) => String(row['gateway_message_id'])));
  }

  /** Writes in the order of locks that all transactions keep: see docs/architecture.md. */
  private statementsOf(decided: readonly DecidedUpdate[]): Statement[] {
    const { engine } = this.database;
    const transitions = decided.map(({ transition }) => transition);
    const announced = decided.filter(
      ({ request, transition }) => transition.status && !request.hasNoWebhooks,
    );
    const today = this.calendar.day(this.clock.now());
    return [
      ...restoreCodes(transitions),
      ...changeMessages(transitions),
      ...freeWindows(transitions),
      ...this.credit.enter(transitions.flatMap(rows.refundOf)),
      ...deleteOrigins(decided),
      ...storeResponses(decided.flatMap(rows.responseOf)),
      ...releaseKeys(decided.flatMap(rows.releasedKeyOf)),
      ...insertInto(MessageAttempt, decided.flatMap(rows.attemptRowsOf)),
      ...upsert(engine, MessageReport, decided.flatMap(rows.reportOf), {
        key: ['messageId', 'source', 'status'],
        add: ['times'],
        set: ['lastAt'],
      }),
      ...insertInto(ScheduledStatus, decided.flatMap(rows.scheduledOf)),
      ...this.webhooks.enqueueAll(
        announced.map(({ transition: { message, change } }) => eventOf(message, change)),
      ),
      ...upsert(engine, MessageCounter, transitions.flatMap(rows.countOf), {
        key: ['userId', 'livemode', 'day'],
        add: [...OUTCOME_STATUSES, 'repriced'],
      }),
      ...upsert(
        engine,
        DeliveryAfterRefund,
        decided.flatMap((one) => rows.deliveredAfterRefundOf(one, today)),
        { key: ['userId', 'deviceId', 'day'], add: ['deliveries', 'credits'] },
      ),
      ...insertInto(NotOnWhatsapp, transitions.flatMap(rows.notOnWhatsappOf)),
    ];
  }
}
