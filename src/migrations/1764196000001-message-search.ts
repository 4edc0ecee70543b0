import { index, MigrationOf, uniqueIndex, virtualText, without } from './schema.js';

/** Indexes to search messages by recipient, by external id and by Idempotency-Key. */
export class MessageSearch1764196000001 extends MigrationOf(
  // A mask that shows four digits at the end has twelve characters; shorter phones show fewer.
  virtualText(
    'messages',
    'recipient_last4',
    4,
    'CASE WHEN LENGTH(recipient_masked) = 12 THEN SUBSTR(recipient_masked, 9) END',
  ),
  // For searches of an account, newest first. The searched column leads, so that searches of all accounts use it too.
  ...['recipient_index', 'recipient_last4', 'external_id'].map((column) =>
    index('messages', [column, 'user_id', 'livemode', 'created_at']),
  ),
  without(index('messages', ['user_id', 'external_id'])),
  uniqueIndex('idempotency_keys', ['key_index', 'user_id', 'route']),
  without(uniqueIndex('idempotency_keys', ['user_id', 'route', 'key_index'])),
) {}
