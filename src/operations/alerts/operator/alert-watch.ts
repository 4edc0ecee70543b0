import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { type EntityManager, In, IsNull, LessThan, MoreThanOrEqual, Not } from 'typeorm';
import { Config } from '../../../config/index.js';
import { Database, isUniqueViolation } from '../../../platform/database/index.js';
import { LOGGER } from '../../../platform/observability/logger-token.js';
import { addSeconds, Clock } from '../../../platform/time/clock.js';
import { type AlertStep, decide, type Memory, type OpenAlert } from './alert.rules.js';
import { AlertMetrics } from './alert-metrics.js';
import { AlertSource, type Look } from './alert-source.js';
import { ALERT_KINDS, alertKey, IN_MEMORY, type Sighting } from './kinds.rules.js';
import { Notices } from './notices.js';
import { OperatorAlert } from './operator-alert.entity.js';
import { OperatorNotice } from './operator-notice.entity.js';

/** For the injection of all sources. */
export const ALERT_SOURCES = Symbol('ALERT_SOURCES');

const KEPT_SECONDS = 90 * 86_400;

/** Looks at every source, on every instance, and writes down what begins and what ends: of each there is one, told once. */
@Injectable()
export class AlertWatch {
  private readonly memories = new Map<AlertSource, Memory & { at: Date }>();

  constructor(
    @Inject(ALERT_SOURCES) private readonly sources: AlertSource[],
    private readonly notices: Notices,
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly metrics: AlertMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async round(): Promise<void> {
    for (const source of this.sources) {
      try {
        await this.follow(source);
      } catch (error) {
        // What it remembers is no longer all that there was.
        this.memories.delete(source);
        const err = { message: (error as Error).message };
        this.logger.warn({ kinds: source.kinds, err }, 'alerts were not looked for');
      }
    }
    await this.measure();
  }

  private async follow(source: AlertSource): Promise<void> {
    const look = await source.look();
    const memory = this.memories.get(source);
    // A finding counts once: to repeat it would hide what another instance has found since.
    if (!look || (source.isCertain && memory?.at.getTime() === look.at.getTime())) return;
    const { at } = look;
    const sightings = new Map(look.sightings.map((sighting) => [alertKey(sighting), sighting]));
    const sighted = new Set(sightings.keys());
    const open = await this.open(source);
    const { ALERT_AFTER_SECONDS, ALERTS_SECONDS } = this.config;
    const holdSeconds = source.isCertain ? 0 : ALERT_AFTER_SECONDS;
    const gapSeconds = Math.max(3 * ALERTS_SECONDS, ALERT_AFTER_SECONDS / 2);
    const beginSeconds = source.beginsAtOnce ? 0 : holdSeconds;
    const steps = decide({ at, sighted, open, memory }, { beginSeconds, holdSeconds, gapSeconds });
    for (const step of steps) await this.take(step, look, sightings);
    this.memories.set(source, { since: memory?.since ?? at, saw: sighted, at });
  }

  private async open(source: AlertSource): Promise<OpenAlert[]> {
    const where = { kind: In([...source.kinds]), openKey: Not(IsNull()) };
    const rows = await this.database.read.findBy(OperatorAlert, where);
    return rows.map((row) => ({ ...row, key: alertKey(row) }));
  }

  /** Each guarded by what was read: another instance may have been first, and then it is done. */
  private async take(step: AlertStep, { at }: Look, sightings: ReadonlyMap<string, Sighting>): Promise<void> {
    const sighting = sightings.get(step.step === 'open' ? step.key : step.alert.key);
    switch (step.step) {
      case 'open':
        if (sighting) await this.note(sighting, at, step.begins);
        return;
      case 'restart':
        await this.change({ ...asRead(step.alert), begunAt: IsNull() }, { since: at, seenAt: at });
        return;
      case 'keep':
        await this.change({ id: step.alert.id, seenAt: LessThan(at) }, { seenAt: at });
        return;
      case 'begin':
        if (sighting) await this.begin(step.alert, sighting, at);
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

  private async note(sighting: Sighting, at: Date, begins: boolean): Promise<void> {
    const { kind, subject } = sighting;
    const row = { ...sighting, openKey: alertKey(sighting), since: at, seenAt: at };
    try {
      const isTold = await this.database.tx(async (tx) => {
        const { identifiers } = await tx.insert(OperatorAlert, { ...row, begunAt: begins ? at : null });
        if (!begins) return false;
        const id = Number(identifiers[0]?.['id']);
        // Asked after the insert, which waits for whoever ends the one before: a later finding has said otherwise.
        const isOld = await tx.existsBy(OperatorAlert, { kind, subject, endedAt: MoreThanOrEqual(at) });
        if (isOld) await tx.delete(OperatorAlert, { id });
        else await this.notices.enqueue(tx, id, 'began');
        return !isOld;
      });
      if (isTold) this.logBegin(sighting);
    } catch (error) {
      // Another instance was first.
      if (!isUniqueViolation(error)) throw error;
    }
  }

  private async begin({ id }: OpenAlert, sighting: Sighting, at: Date): Promise<void> {
    const isFirst = await this.database.tx(async (tx) => {
      const waiting = { id, begunAt: IsNull(), openKey: Not(IsNull()) };
      const { affected } = await tx.update(OperatorAlert, waiting, {
        begunAt: at,
        seenAt: at,
        detail: sighting.detail,
      });
      if (affected !== 1) return false;
      await this.notices.enqueue(tx, id, 'began');
      return true;
    });
    if (isFirst) this.logBegin(sighting);
  }

  private async end(alert: OpenAlert, at: Date): Promise<void> {
    const isFirst = await this.database.tx(async (tx) => {
      const running = { ...asRead(alert), openKey: Not(IsNull()) };
      const { affected } = await tx.update(OperatorAlert, running, { openKey: null, endedAt: at });
      if (affected !== 1) return false;
      await this.notices.enqueue(tx, alert.id, 'ended');
      return true;
    });
    if (isFirst) this.logger.info({ alert: alert.key }, 'an alert ended');
  }

  private logBegin(sighting: Sighting): void {
    this.logger.warn({ alert: alertKey(sighting), detail: sighting.detail }, 'an alert began');
  }

  private async change(
    where: Parameters<EntityManager['update']>[1],
    change: Partial<OperatorAlert>,
  ): Promise<void> {
    await this.database.tx((tx) => tx.update(OperatorAlert, where, change));
  }

  /** Forgets alerts that ended long ago. */
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
    for (const kind of ALERT_KINDS.filter((each) => each !== IN_MEMORY))
      metrics.open.set({ kind }, open.filter((alert) => alert.kind === kind).length);
  }
}

/** Nobody has seen it since. */
const asRead = ({ id, seenAt }: OpenAlert) => ({ id, seenAt });
