import { index, MigrationOf } from './schema.js';

/** For the purges of deleted API keys and webhooks. */
export class Purges1764314000002 extends MigrationOf(
  index('api_keys', ['deleted_at']),
  index('webhook_endpoints', ['deleted_at']),
) {}
