import { Entity } from 'typeorm';
import { Id, Moment, Ref, Text } from '../platform/database/index.js';

/** A brand that an account may use only with an administrator's approval. */
@Entity('reserved_brands')
export class ReservedBrand {
  @Id() id!: number;
  @Text(80) brand!: string;
  @Moment() createdAt!: Date;
}

/** The hash that a protected name shares with confusable ones, from `users.approved_brands` and `reserved_brands`. */
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
