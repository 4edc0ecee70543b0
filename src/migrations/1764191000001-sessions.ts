import { id, int, MigrationOf, moment, nullable, table, text } from './schema.js';

/** Sessions that have not ended. Earlier tokens name no session, so everybody must log in again. */
export class Sessions1764191000001 extends MigrationOf(
  table('sessions', {
    columns: [
      id(),
      int('user_id'),
      int('token_version'),
      text('address', 45),
      text('user_agent', 200, nullable),
      moment('created_at'),
      moment('last_used_at'),
      moment('expires_at'),
    ],
    index: [['user_id', 'last_used_at'], ['expires_at']],
    owner: 'user_id',
  }),
) {}
