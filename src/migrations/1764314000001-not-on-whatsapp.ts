import { int, key, MigrationOf, moment, table } from './schema.js';

/** Live messages to numbers without WhatsApp, for the limit of each account. */
export class NotOnWhatsapp1764314000001 extends MigrationOf(
  table('not_on_whatsapp', {
    columns: [int('message_id', key), int('user_id'), moment('created_at')],
    index: [['user_id', 'created_at'], ['created_at']],
  }),
) {}
