import { columns, longText, MigrationOf, nullable } from './schema.js';

/** WhatsApp's quota of new chats of a device, as JSON. */
export class NewChats1764325000001 extends MigrationOf(
  columns('devices', [longText('new_chats', nullable)]),
) {}
