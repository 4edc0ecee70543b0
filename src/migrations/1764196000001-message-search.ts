import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, addUnique, addVirtualText, dropIndex, dropUnique } from './schema.js';

const MESSAGES = 'messages';
const KEYS = 'idempotency_keys';

/** A mask that shows four digits at the end has twelve characters; shorter phones show fewer. */
const LAST4 = {
  name: 'recipient_last4',
  length: 4,
  expression: 'CASE WHEN LENGTH(recipient_masked) = 12 THEN SUBSTR(recipient_masked, 9) END',
};

/** What an account looks its messages up by, newest first; leading, so that all accounts can be asked at once. */
const LOOK_UPS = ['recipient_index', 'recipient_last4', 'external_id'].map((column) => [
  column,
  'user_id',
  'livemode',
  'created_at',
]);
const BY_EXTERNAL_ID = ['user_id', 'external_id'];
const BY_KEY = ['key_index', 'user_id', 'route'];
const BY_ACCOUNT = ['user_id', 'route', 'key_index'];

/** Messages are found by whom they went to, by their account's own name for them and by an Idempotency-Key. */
export class MessageSearch1764196000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addVirtualText(runner, MESSAGES, LAST4);
    for (const columns of LOOK_UPS) await addIndex(runner, MESSAGES, columns);
    await dropIndex(runner, MESSAGES, BY_EXTERNAL_ID);
    await addUnique(runner, KEYS, BY_KEY);
    await dropUnique(runner, KEYS, BY_ACCOUNT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await addUnique(runner, KEYS, BY_ACCOUNT);
    await dropUnique(runner, KEYS, BY_KEY);
    await addIndex(runner, MESSAGES, BY_EXTERNAL_ID);
    for (const columns of LOOK_UPS.toReversed()) await dropIndex(runner, MESSAGES, columns);
    await runner.query(`ALTER TABLE ${MESSAGES} DROP COLUMN ${LAST4.name}`);
  }
}
