import { int, key, longText, MigrationOf, moment, nullable, ref, table, text, wideId } from './schema.js';

/** The fraud guard: its counts, rules, lists and blocks. */
export class Fraud1764377000001 extends MigrationOf(
  table('fraud_marks', {
    columns: [wideId(), text('mark', 64), ref('message_id'), moment('created_at')],
    index: [['mark', 'created_at'], ['created_at']],
  }),
  table('fraud_settings', {
    columns: [ref('user_id', key), text('mode', 10, nullable), longText('limits'), moment('updated_at')],
    checks: { ck_fraud_settings_mode: "mode IN ('shadow', 'enforce')" },
  }),
  table('fraud_blocks', {
    columns: [
      wideId(),
      ref('user_id'),
      text('mark', 64),
      int('nth'),
      text('rule', 30),
      text('subject', 10),
      text('digits', 5, nullable),
      text('mode', 10),
      int('level'),
      int('sends'),
      int('phones'),
      int('judged_phones'),
      int('converted_phones'),
      moment('started_at'),
      moment('ends_at'),
      moment('lifted_at', nullable),
      int('stopped', { default: 0 }),
    ],
    unique: [['mark', 'nth']],
    index: [['user_id', 'ends_at'], ['ends_at']],
  }),
  table('fraud_list_entries', {
    columns: [
      wideId(),
      ref('user_id'),
      text('list', 10),
      int('prefix_length', nullable),
      text('mark', 64),
      text('shown', 20),
      moment('created_at'),
    ],
    unique: [['user_id', 'mark']],
    checks: { ck_fraud_list_entries_list: "list IN ('allow', 'block')" },
  }),
) {}
