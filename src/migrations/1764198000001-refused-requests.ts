import { id, int, longText, MigrationOf, moment, nullable, table, text } from './schema.js';

/** Refused requests of API keys, shown to their accounts. */
export class RefusedRequests1764198000001 extends MigrationOf(
  table('refused_requests', {
    columns: [
      id(),
      int('user_id'),
      int('api_key_id'),
      text('route', 120),
      int('status'),
      text('code', 50),
      longText('fields', nullable),
      text('request_id', 36),
      moment('created_at'),
    ],
    index: [['user_id', 'id'], ['created_at']],
  }),
) {}
