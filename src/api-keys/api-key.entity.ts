import { Entity } from 'typeorm';
import type { Operation } from '../common/access/principal.js';
import { Count, Flag, Id, Json, Moment, Ref, Text } from '../common/database/index.js';

@Entity('api_keys')
export class ApiKey {
  @Id() id!: number;
  @Ref() userId!: number;
  /**
   * The key that its line of rotations began with: what is used of the limits counts there, so that a rotation gives
   * no second allowance. Null: that is itself.
   */
  @Count({ nullable: true }) rootId!: number | null;
  @Text(100) name!: string;
  @Text(4) mode!: 'live' | 'test';
  /** SHA-256 of the whole key: the key itself is 190 random bits, shown once. */
  @Text(64) keyHash!: string;
  @Text(4) last4!: string;
  @Flag() active!: boolean;
  @Moment({ nullable: true }) expiresAt!: Date | null;
  /** Addresses and CIDR ranges; null: from anywhere. */
  @Json({ nullable: true }) allowedIps!: string[] | null;
  /** Sends a local day; null: no cap. */
  @Count({ nullable: true }) dailyCap!: number | null;
  /** Sends, and as many checks; null: no limit but the account's. */
  @Count({ nullable: true }) ratePerMinute!: number | null;
  /** What it may do; null: everything. */
  @Json({ nullable: true }) allowedOperations!: Operation[] | null;
  /** What signs hooks that come in its name, sealed; null: it takes none. */
  @Text(255, { nullable: true }) hookSecretSealed!: string | null;
  /** The company in messages of its hooks that name none. */
  @Text(20, { nullable: true }) hookCompanyName!: string | null;
  @Moment({ nullable: true }) lastUsedAt!: Date | null;
  /** Deleted keys keep their row: messages point to it. */
  @Moment({ nullable: true }) deletedAt!: Date | null;
  @Moment() createdAt!: Date;
}

/** Neither deactivated nor expired. */
export function isInForce({ active, expiresAt }: Pick<ApiKey, 'active' | 'expiresAt'>, now: Date): boolean {
  return active && (expiresAt === null || expiresAt > now);
}
