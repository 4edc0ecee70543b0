import { index, MigrationOf } from './schema.js';

/** An account's messages of one key, of one brand and of one reason, newest first. */
export class NarrowedLists1764201000001 extends MigrationOf(
  // The filters of an account's history.
  ...['api_key_id', 'company_name', 'failure_reason'].map((column) =>
    index('messages', ['user_id', 'livemode', column, 'id']),
  ),
) {}
