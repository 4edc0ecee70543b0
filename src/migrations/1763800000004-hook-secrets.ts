import { columns, MigrationOf, nullable, text } from './schema.js';

export class HookSecrets1763800000004 extends MigrationOf(
  columns('api_keys', [text('hook_secret_sealed', 255, nullable)]),
) {}
