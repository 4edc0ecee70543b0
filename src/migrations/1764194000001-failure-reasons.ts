import { columns, MigrationOf, nullable, text } from './schema.js';

/** The reason of a failure, in every table that also has the gateway's own text. */
export class FailureReasons1764194000001 extends MigrationOf(
  ...['messages', 'message_attempts', 'message_reports', 'gateway_inbox', 'test_steps'].map((table) =>
    columns(table, [text('failure_reason', 30, nullable)]),
  ),
) {}
