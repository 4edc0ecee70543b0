import type { DataSource } from 'typeorm';
import type { Config } from '../../config/index.js';
import { givenKeyOf, keptData } from '../../platform/security/data-key.js';
import { judgeDataKey } from '../../platform/security/data-key.rules.js';
import { bad, type Finding, good, none } from './report.rules.js';

/** Whether DATA_KEY is that of the database; sets `config.DATA_KEY` to the form of it that opens the data. */
export async function checkDataKey(source: DataSource, config: Config): Promise<Finding> {
  const name = 'DATA_KEY';
  if (!(await isMigrated(source))) return none(name, 'not asked, before the migrations');
  const verdict = judgeDataKey(givenKeyOf(config), await keptData(source.manager));
  if (verdict.kind === 'refused') return bad(name, 'the service does not start with it', `${verdict.why}.`);
  config.DATA_KEY = verdict.key;
  if (verdict.warning) return bad(name, 'is used as it is', `${verdict.warning}.`);
  return good(name, verdict.kind === 'right' ? 'is that of the database' : 'opens what is kept');
}

async function isMigrated(source: DataSource): Promise<boolean> {
  const runner = source.createQueryRunner();
  try {
    return await runner.hasTable('data_key_checks');
  } finally {
    await runner.release();
  }
}
