import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, LessThan, MoreThanOrEqual, Not } from 'typeorm';
import { Config } from '../../../config/index.js';
import { Database, isUniqueViolation } from '../../../platform/database/index.js';
import { LOGGER, type Logger } from '../../../platform/observability/logger-token.js';
import { addSeconds, Clock } from '../../../platform/time/clock.js';
import { type AlertStep, decide, type OpenAlert, type WatchMemory } from './alert.rules.js';
import {
  type AlertCondition,
  alertKey,
  type AlertSource,
  DATABASE_ALERT,
  type Observation,
} from './alert-kinds.rules.js';
import { ALERT_KINDS } from './alert-mail.rules.js';
import { AlertMetrics } from './alert-metrics.js';
import { NoticeOutbox } from './notice-outbox.js';
import { OperatorAlert, OperatorNotice } from './operator-alert.entity.js';

export const ALERT_SOURCES = Symbol('ALERT_SOURCES');

const KEPT_SECONDS = 90 * 86_400;

/** Observes every source on every instance, and stores each beginning and end once. */
@Injectable()
export class AlertWatch {
  private readonly memories = new Map<AlertSource, WatchMemory & { at: Date }>();

  constructor(
    @Inject(ALERT_SOURCES) private readonly sources: AlertSource[],
    private readonly notices: NoticeOutbox,
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly metrics: AlertMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async observeSources(): Promise<void> {
    const open = await this.open().catch((error: unknown) => {
      // No source is observed now, so all have a gap.
      this.memories.clear();
      throw error;
    });
    for (const source of this.sources) {
      try {
        const kinds = new Set<string>(source.kinds);
        await this.observe(
          source,
          open.filter(({ kind }) => kinds.has(kind)),
        );
      } catch (error) {
        this.memories.delete(source);
        const err = { message: (error as Error).message };
        this.logger.warn({ kinds: source.kinds, err }, 'alerts were not looked for');
      }
    }
    await this.measure();
  }

  /** @param open the source's, read before it observes */
  private async observe(source: AlertSource, open: OpenAlert[]): Promise<void> {
    const observation = await source.observe(this.clock.now());
    const memory = this.memories.get(source);
    // A confirmed observation counts once: repeating it would hide a later one of another instance.
    if (!observation || (source.isCertain && memory?.at.getTime() === observation.at.getTime())) return;
    const { at } = observation;
    const conditions = new Map(observation.conditions.map((condition) => [alertKey(condition), condition]));
    const observedKeys = new Set(conditions.keys());
    const { ALERT_AFTER_SECONDS, ALERTS_SECONDS } = this.config;
    const holdSeconds = source.isCertain ? 0 : ALERT_AFTER_SECONDS;
    const gapSeconds = Math.max(3 * ALERTS_SECONDS, ALERT_AFTER_SECONDS / 2);
    const beginSeconds = source.beginsAtOnce ? 0 : holdSeconds;
    const steps = decide(
      { at, observedKeys: observedKeys, open, memory },
      { beginSeconds, holdSeconds, gapSeconds },
    );
    for (const step of steps) await this.apply(step, observation, conditions);
    this.memories.set(source, { since: memory?.since ?? at, observedKeys: observedKeys, at });
  }

  private async open(): Promise<(OpenAlert & { kind: string })[]> {
    const rows = await this.database.read.findBy(OperatorAlert, { openKey: Not(IsNull()) });
    return rows.map((row) => ({ ...row, key: alertKey(row) }));
  }

  /** Each write checks that the row is unchanged: another instance may have done it already. */
  private async apply(
    step: AlertStep,
    { at }: Observation,
    conditions: ReadonlyMap<string, AlertCondition>,
  ): Promise<void> {
    const condition = conditions.get(step.step === 'open' ? step.key : step.alert.key);
    switch (step.step) {
      case 'open':
        if (condition) await this.note(condition, at, step.begins);
        return;
      case 'restart':
        await this.change({ ...asRead(step.alert), begunAt: IsNull() }, { since: at, seenAt: at });
        return;
      case 'keep':
        await this.change({ id: step.alert.id, seenAt: LessThan(at) }, { seenAt: at });
        return;
      case 'begin':
        if (condition) await this.begin(step.alert, condition, at);
        return;
      case 'drop':
        await this.database.tx((tx) =>
          tx.delete(OperatorAlert, { ...asRead(step.alert), begunAt: IsNull() }),
        );
        return;
      case 'end':
        await this.end(step.alert, at);
        return;
      default:
        step satisfies never;
    }
  }

  private async note(condition: AlertCondition, at: Date, begins: boolean): Promise<void> {
    const { kind, subject } = condition;
    const row = { ...condition, openKey: alertKey(condition), since: at, seenAt: at };
    try {
      const isNotified = await this.database.tx(async (tx) => {
        const { identifiers } = await tx.insert(OperatorAlert, { ...row, begunAt: begins ? at : null });
        if (!begins) return false;
        const id = Number(identifiers[0]?.['id']);
        // Queried after the insert, which waits for a concurrent end: a later observation may contradict this one.
        const isOld = await tx.existsBy(OperatorAlert, { kind, subject, endedAt: MoreThanOrEqual(at) });
        if (isOld) await tx.delete(OperatorAlert, { id });
        else await this.notices.enqueue(tx, id, 'began');
        return !isOld;
      });
      if (isNotified) this.logBegin(condition);
    } catch (error) {
      // Another instance stored it first.
      if (!isUniqueViolation(error)) throw error;
    }
  }

  private async begin({ id }: OpenAlert, condition: AlertCondition, at: Date): Promise<void> {
    const isFirst = await this.database.tx(async (tx) => {
      const row = await this.database.lockRow(tx, OperatorAlert, { id });
      if (row?.begunAt !== null || row.openKey === null) return false;
      await tx.update(OperatorAlert, { id }, { begunAt: at, seenAt: at, detail: condition.detail });
      await this.notices.enqueue(tx, id, 'began');
      return true;
    });
    if (isFirst) this.logBegin(condition);
  }

  private async end(alert: OpenAlert, at: Date): Promise<void> {
    const { id, seenAt } = alert;
    const isFirst = await this.database.tx(async (tx) => {
      const row = await this.database.lockRow(tx, OperatorAlert, { id });
      if (row?.seenAt.getTime() !== seenAt.getTime() || row.openKey === null) return false;
      await tx.update(OperatorAlert, { id }, { openKey: null, endedAt: at });
      await this.notices.enqueue(tx, id, 'ended');
      return true;
    });
    if (isFirst) this.logger.info({ alert: alert.key }, 'an alert ended');
  }

  private logBegin(condition: AlertCondition): void {
    this.logger.warn({ alert: alertKey(condition), detail: condition.detail }, 'an alert began');
  }

  private async change(
    where: Parameters<EntityManager['update']>[1],
    change: Partial<OperatorAlert>,
  ): Promise<void> {
    await this.database.tx((tx) => tx.update(OperatorAlert, where, change));
  }

  async purge(limit: number): Promise<number> {
    const before = addSeconds(this.clock.now(), -KEPT_SECONDS);
    const old = await this.database.read.find(OperatorAlert, {
      select: { id: true },
      where: { endedAt: LessThan(before) },
      take: limit,
    });
    if (old.length === 0) return 0;
    const ids = old.map(({ id }) => id);
    await this.database.tx(async (tx) => {
      await tx.delete(OperatorNotice, { alertId: In(ids) });
      await tx.delete(OperatorAlert, { id: In(ids) });
    });
    return ids.length;
  }

  private async measure(): Promise<void> {
    const { metrics } = this;
    const open = await this.database.read.find(OperatorAlert, {
      select: { id: true, kind: true },
      where: { openKey: Not(IsNull()), begunAt: Not(IsNull()) },
    });
    for (const kind of ALERT_KINDS.filter((each) => each !== DATABASE_ALERT))
      metrics.open.set({ kind }, open.filter((alert) => alert.kind === kind).length);
  }
}

/** Matches the row only if it was not seen since. */
const asRead = ({ id, seenAt }: OpenAlert) => ({ id, seenAt });
