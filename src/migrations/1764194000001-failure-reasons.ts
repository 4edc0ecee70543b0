import { columns, MigrationOf, nullable, text } from './schema.js';

/** Why messages fail, for programs, wherever the gateway's words about it are. */
export class FailureReasons1764194000001 extends MigrationOf(
  ...['messages', 'message_attempts', 'message_reports', 'gateway_inbox', 'test_steps'].map((table) =>
    columns(table, [text('failure_reason', 30, nullable)]),
  ),
) {}
