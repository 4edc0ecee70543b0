import { id, int, MigrationOf, moment, nullable, table, text } from './schema.js';

export class ProtectedBrands1764301000001 extends MigrationOf(
  table('reserved_brands', { columns: [id(), text('brand', 80), moment('created_at')] }),
  table('brand_keys', {
    columns: [id(), text('key_hash', 64), int('user_id', nullable), int('reserved_brand_id', nullable)],
    index: [['key_hash'], ['user_id'], ['reserved_brand_id']],
  }),
) {}
