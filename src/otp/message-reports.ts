import { upsert, type Engine, type Statement } from '../common/database/index.js';
import type { MessageReport } from './message-report.entity.js';

export type Report = Omit<MessageReport, 'times' | 'firstAt' | 'lastAt'> & {
  /** When it came. */
  at: Date;
};

/** Notes reports of different messages in the transaction that settles by them; a repetition only counts. */
export function noteReports(engine: Engine, reports: Report[]): Statement {
  const rows = reports.map(({ at, messageId, source, status, moved, deviceId, error }) => ({
    message_id: messageId,
    source,
    status,
    moved,
    times: 1,
    device_id: deviceId,
    error,
    first_at: at,
    last_at: at,
  }));
  const key = ['message_id', 'source', 'status'];
  return upsert(engine, 'message_reports', rows, { key, add: ['times'], set: ['last_at'] });
}
