import { upsert, type Engine, type Statement } from '../common/database/index.js';
import { MessageReport } from './message-report.entity.js';

export type Report = Omit<MessageReport, 'times' | 'firstAt' | 'lastAt'> & {
  /** When it came. */
  at: Date;
};

/** Notes reports in the transaction that settles by them; a repetition only counts. */
export const noteReports = (engine: Engine, reports: readonly Report[]): Statement[] =>
  upsert(
    engine,
    MessageReport,
    reports.map(({ at, ...report }) => ({ ...report, times: 1, firstAt: at, lastAt: at })),
    { key: ['messageId', 'source', 'status'], add: ['times'], set: ['lastAt'] },
  );
