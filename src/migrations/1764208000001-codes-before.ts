import { columns, int, MigrationOf, moment, nullable, text } from './schema.js';

/** What a new code of a verification took the place of: it has it again, where the new one provably went nowhere. */
export class CodesBefore1764208000001 extends MigrationOf(
  columns('verifications', [
    text('previous_code_index', 64, nullable),
    int('previous_message_id', nullable),
    moment('previous_expires_at', nullable),
  ]),
) {}
