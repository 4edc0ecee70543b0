import { columns, key, MigrationOf, moment, money, nullable, ref, table } from './schema.js';

/** Daily spend caps of accounts and keys, and the counts of their spending. */
export class SpendCaps1764378000001 extends MigrationOf(
  columns('credit_balances', [money('spend_cap', nullable)]),
  columns('api_keys', [money('spend_cap', nullable)]),
  columns('inbound_verifications', [ref('api_key_id', nullable)]),
  table('spend_counts', {
    columns: [ref('user_id', key), ref('root_key_id', key), moment('since'), money('spent'), ref('entry_id')],
  }),
) {}
