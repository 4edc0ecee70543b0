import { flag, id, int, longText, MigrationOf, moment, nullable, table, text } from './schema.js';

export class OutgoingMails1764303000001 extends MigrationOf(
  table('outgoing_mails', {
    columns: [
      id(),
      text('reference', 40),
      text('about', 64),
      text('kind', 40),
      longText('sealed'),
      flag('proven'),
      int('attempts'),
      text('fault', 10, nullable),
      moment('due_at'),
      moment('expires_at'),
      moment('created_at'),
    ],
    index: [['due_at'], ['expires_at'], ['about', 'kind'], ['fault']],
  }),
) {}
