import { columns, longText, MigrationOf, nullable } from './schema.js';

export class ApprovedBrands1764180000001 extends MigrationOf(
  columns('users', [longText('approved_brands', nullable)]),
) {}
