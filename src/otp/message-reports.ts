import type { EntityManager } from 'typeorm';
import { isUniqueViolation } from '../common/database/index.js';
import { MessageReport } from './message-report.entity.js';

export type Report = Omit<MessageReport, 'times' | 'firstAt' | 'lastAt'> & {
  /** When it came. */
  at: Date;
};

/** Notes a report in the transaction that settles by it; a repetition only counts. */
export async function noteReport(tx: EntityManager, { at, ...report }: Report): Promise<void> {
  if (await repeat(tx, report, at)) return;
  try {
    await tx.insert(MessageReport, { ...report, times: 1, firstAt: at, lastAt: at });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await repeat(tx, report, at);
  }
}

async function repeat(
  tx: EntityManager,
  { messageId, source, status }: Omit<Report, 'at'>,
  lastAt: Date,
): Promise<boolean> {
  const { affected } = await tx.update(
    MessageReport,
    { messageId, source, status },
    { times: () => 'times + 1', lastAt },
  );
  return affected === 1;
}
