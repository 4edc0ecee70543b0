import { columns, index, longText, MigrationOf, nullable, text } from './schema.js';

/** External ids and metadata of messages. */
export class Correlation1764194000002 extends MigrationOf(
  columns('messages', [text('external_id', 64, nullable), longText('metadata', nullable)]),
  index('messages', ['user_id', 'external_id']),
) {}
