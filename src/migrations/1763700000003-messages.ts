import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  createTable,
  dropTables,
  flag,
  id,
  int,
  key,
  longText,
  moment,
  nullable,
  type TableSpec,
  text,
} from './schema.js';

const TABLES: TableSpec[] = [
  {
    name: 'devices',
    columns: [
      id(),
      text('name', 60),
      text('driver', 20),
      text('base_url', 255),
      text('token_sealed', 1000),
      text('webhook_secret_sealed', 1000, nullable),
      text('state', 10),
      moment('created_at'),
      moment('updated_at'),
    ],
    unique: [['name']],
  },
  {
    name: 'messages',
    columns: [
      id(),
      text('reference', 40),
      int('user_id'),
      int('api_key_id'),
      flag('livemode'),
      text('status', 10),
      int('device_id', nullable),
      text('gateway_message_id', 255, nullable),
      int('credit_used'),
      text('recipient_masked', 20),
      text('recipient_index', 64),
      text('duplicate_index', 64),
      text('company_name', 80),
      text('error_message', 300, nullable),
      text('day', 10),
      moment('created_at'),
      moment('lease_until'),
      moment('sent_at', nullable),
      moment('delivered_at', nullable),
      moment('failed_at', nullable),
    ],
    unique: [['reference']],
    index: [['user_id', 'livemode', 'id'], ['gateway_message_id'], ['status', 'lease_until']],
    checks: { ck_messages_status: "status IN ('pending', 'sent', 'failed', 'delivered')" },
  },
  {
    name: 'message_attempts',
    columns: [
      id(),
      int('message_id'),
      int('device_id'),
      text('outcome', 10),
      text('reason', 300, nullable),
      int('duration_ms'),
      moment('created_at'),
    ],
    index: [['message_id']],
  },
  {
    name: 'duplicate_windows',
    columns: [text('duplicate_index', 64, key), int('message_id'), moment('expires_at')],
    index: [['expires_at']],
  },
  {
    name: 'message_counters',
    columns: [
      int('user_id', key),
      flag('livemode', key),
      text('day', 10, key),
      int('created'),
      int('sent'),
      int('delivered'),
      int('failed'),
    ],
  },
  {
    name: 'idempotency_keys',
    columns: [
      id(),
      int('user_id'),
      text('route', 30),
      text('key_index', 64),
      text('body_index', 64),
      int('message_id', nullable),
      int('status', nullable),
      longText('answer', nullable),
      moment('expires_at'),
    ],
    unique: [['user_id', 'route', 'key_index']],
    index: [['expires_at'], ['message_id']],
  },
  {
    name: 'gateway_inbox',
    columns: [
      id(),
      int('device_id', nullable),
      text('gateway_message_id', 255),
      text('reference', 40, nullable),
      text('status', 10),
      text('error', 300, nullable),
      moment('received_at'),
    ],
    index: [['gateway_message_id'], ['received_at']],
  },
];

export class Messages1763700000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await createTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
