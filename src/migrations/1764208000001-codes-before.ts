import { columns, int, MigrationOf, moment, nullable, text } from './schema.js';

/** The earlier code of a verification. It becomes valid again if the new one's message was certainly not sent. */
export class CodesBefore1764208000001 extends MigrationOf(
  columns('verifications', [
    text('previous_code_index', 64, nullable),
    int('previous_message_id', nullable),
    moment('previous_expires_at', nullable),
  ]),
) {}
