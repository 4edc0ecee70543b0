import type { Logger } from 'pino';
import { describe, expect, it } from 'vitest';
import { Config } from '../../../../src/config/index.js';
import type {
  AlertSource,
  Observation,
} from '../../../../src/operations/alerts/operator/alert-kinds.rules.js';
import { AlertMetrics } from '../../../../src/operations/alerts/operator/alert-metrics.js';
import { AlertWatch } from '../../../../src/operations/alerts/operator/alert-watch.js';
import { NoticeOutbox } from '../../../../src/operations/alerts/operator/notice-outbox.js';
import { Database } from '../../../../src/platform/database/index.js';
import { LOGGER } from '../../../../src/platform/observability/logger-token.js';
import { Clock } from '../../../../src/platform/time/clock.js';
import type { TestService } from '../../../support/service.js';
import { OperatorDesk, sendNotices } from './desk.js';

/** Checks of the books, as they come in: at a moment, with the rules that they found broken. */
class Findings implements AlertSource {
  readonly kinds = ['books_broken'] as const;
  readonly isCertain = true;
  private last: Observation | undefined;

  found(at: Date, rules: string): void {
    const condition = { kind: 'books_broken', subject: 'service', detail: { rules } } as const;
    this.last = { at, conditions: rules === '' ? [] : [condition] };
  }

  observe(): Promise<Observation | undefined> {
    return Promise.resolve(this.last);
  }
}

/** An instance that checks the books when it is told to. */
function instance({ app }: TestService) {
  const findings = new Findings();
  const [notices, database, config] = [app.get(NoticeOutbox), app.get(Database), app.get(Config)];
  const [clock, metrics, logger] = [app.get(Clock), app.get(AlertMetrics), app.get<Logger>(LOGGER)];
  const watch = new AlertWatch([findings], notices, database, config, clock, metrics, logger);
  return async (at: Date, rules = '') => {
    findings.found(at, rules);
    for (let round = 0; round < 2; round++) await watch.observeSources();
    await sendNotices(app);
  };
}

const BROKEN = 'balance_is_sum_of_entries';

describe('a check of the books', () => {
  it('that finds a rule broken is told at once, and at once when the next finds it mended', async () => {
    const desk = await OperatorDesk.start();
    const service = await desk.service();
    const check = instance(service);
    const now = service.clock.now().getTime();
    const at = (minute: number) => new Date(now + minute * 60_000);
    await check(at(0));
    expect(desk.told).toEqual([]);
    await check(at(60), BROKEN);
    expect(desk.notices[0]?.data).toMatchObject({ kind: 'books_broken', detail: { rules: BROKEN } });
    await check(at(120), BROKEN);
    await check(at(180));
    await check(at(240));
    expect(desk.told).toEqual(['began books_broken', 'ended books_broken']);
    const [mail] = desk.mails.received;
    expect(mail?.mail.subject).toBe('Sandi: pembukuan tidak cocok');
    expect(mail?.mail.text).toContain(BROKEN);
  });

  it('of two instances is one finding each: an older one neither begins nor ends anything', async () => {
    const desk = await OperatorDesk.start();
    const first = await desk.service();
    const second = await desk.second(first);
    const [one, other] = [instance(first), instance(second)];
    const now = first.clock.now().getTime();
    const at = (minute: number) => new Date(now + minute * 60_000);
    await Promise.all([one(at(10), BROKEN), other(at(10), BROKEN)]);
    expect(desk.told).toEqual(['began books_broken']);
    await other(at(9));
    expect(desk.told, 'a check from before it broke').toEqual(['began books_broken']);
    await other(at(20));
    expect(desk.told).toEqual(['began books_broken', 'ended books_broken']);
    await one(at(15), BROKEN);
    expect(desk.told, 'a check from before it was mended').toHaveLength(2);
    await one(at(21), BROKEN);
    expect(desk.told.slice(2)).toEqual(['began books_broken']);
  });
});
