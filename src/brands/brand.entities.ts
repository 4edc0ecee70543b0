import { Entity } from 'typeorm';
import { Id, Moment, Ref, Text } from '../platform/database/index.js';

/** A name that only accounts may send for that have it approved. */
@Entity('reserved_brands')
export class ReservedBrand {
  @Id() id!: number;
  @Text(80) brand!: string;
  @Moment() createdAt!: Date;
}

/**
 * What a protected name and the names mistaken for it have in common, hashed. Derived from `users.approved_brands` and
 * `reserved_brands`: it can be built again at any time.
 */
@Entity('brand_keys')
export class BrandKey {
  @Id() id!: number;
  /** SHA-256 of a confusion key. */
  @Text(64) keyHash!: string;
  /** The account that has the name approved; null for a reserved one. */
  @Ref({ nullable: true }) userId!: number | null;
  /** The reserved name; null for an approved one. */
  @Ref({ nullable: true }) reservedBrandId!: number | null;
}
