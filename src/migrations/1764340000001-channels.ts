import { columns, int, MigrationOf, nullable, text, uniqueIndex, without } from './schema.js';

const channel = text('channel', 10, { default: "'whatsapp'" });

/** The channel and price of a message, and the adjustments of its price. */
export class Channels1764340000001 extends MigrationOf(
  columns('messages', [
    channel,
    text('channels', 40, nullable),
    text('refused_by', 120, nullable),
    int('price', { default: 200 }),
  ]),
  columns('message_attempts', [channel]),
  columns('credit_entries', [int('step', { default: 0 })]),
  uniqueIndex('credit_entries', ['message_id', 'kind', 'step']),
  without(uniqueIndex('credit_entries', ['message_id', 'kind'])),
) {}
