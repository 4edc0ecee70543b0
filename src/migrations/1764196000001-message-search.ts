import { index, MigrationOf, uniqueIndex, virtualText, without } from './schema.js';

/** Messages are found by whom they went to, by their account's own name for them and by an Idempotency-Key. */
export class MessageSearch1764196000001 extends MigrationOf(
  // A mask that shows four digits at the end has twelve characters; shorter phones show fewer.
  virtualText(
    'messages',
    'recipient_last4',
    4,
    'CASE WHEN LENGTH(recipient_masked) = 12 THEN SUBSTR(recipient_masked, 9) END',
  ),
  // What an account looks its messages up by, newest first; leading, so that all accounts can be asked at once.
  ...['recipient_index', 'recipient_last4', 'external_id'].map((column) =>
    index('messages', [column, 'user_id', 'livemode', 'created_at']),
  ),
  without(index('messages', ['user_id', 'external_id'])),
  uniqueIndex('idempotency_keys', ['key_index', 'user_id', 'route']),
  without(uniqueIndex('idempotency_keys', ['user_id', 'route', 'key_index'])),
) {}
