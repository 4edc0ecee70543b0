import { Entity } from 'typeorm';
import type { KeyRefusal, Operation } from '../platform/access/principal.js';
import { Count, Flag, Id, Json, Moment, Money, Ref, Text } from '../platform/database/index.js';
import { includesIp } from './ip-list.rules.js';

@Entity('api_keys')
export class ApiKey {
  @Id() id!: number;
  @Ref() userId!: number;
  /**
   * The first key of a chain of rotations. Limits are counted on it, so a rotation resets none. Null: this key is the
   * first.
   */
  @Ref({ nullable: true }) rootId!: number | null;
  @Text(100) name!: string;
  @Text(4) mode!: 'live' | 'test';
  /** SHA-256 of the whole key: the key itself is 190 random bits, shown once. */
  @Text(64) keyHash!: string;
  @Text(4) last4!: string;
  @Flag() active!: boolean;
  @Moment({ nullable: true }) expiresAt!: Date | null;
  /** Addresses and CIDR ranges; null: from anywhere. */
  @Json({ nullable: true }) allowedIps!: string[] | null;
  /** Messages per local day; null: no cap. */
  @Count({ nullable: true }) dailyCap!: number | null;
  /** Credits that may be spent on a local day; null: no cap. */
  @Money({ nullable: true }) spendCap!: number | null;
  /** Sends, and separately checks; null: only the limit of the account. */
  @Count({ nullable: true }) ratePerMinute!: number | null;
  /** Null: all operations. */
  @Json({ nullable: true }) allowedOperations!: Operation[] | null;
  /** Secret that signs the hooks of this key, sealed; null: it has no hooks. */
  @Text(255, { nullable: true }) hookSecretSealed!: string | null;
  /** The brand for hooks without one. */
  @Text(20, { nullable: true }) hookCompanyName!: string | null;
  @Moment({ nullable: true }) lastUsedAt!: Date | null;
  /** The last refused request with this key: time, address, reason. */
  @Moment({ nullable: true }) lastRefusedAt!: Date | null;
  @Text(45, { nullable: true }) lastRefusedAddress!: string | null;
  @Text(30, { nullable: true }) lastRefusal!: KeyRefusal | null;
  /** Deleted keys keep their row: messages point to it. */
  @Moment({ nullable: true }) deletedAt!: Date | null;
  @Moment() createdAt!: Date;
}

/** Why a key is refused from an address now; null: it is accepted. */
export function refusalOf(key: ApiKey, ip: string, now: Date): KeyRefusal | null {
  if (key.deletedAt !== null) return 'deleted';
  if (!key.active) return 'inactive';
  if (!isInForce(key, now)) return 'expired';
  return key.allowedIps && !includesIp(key.allowedIps, ip) ? 'address_not_allowed' : null;
}

/** Neither deactivated nor expired. */
export function isInForce({ active, expiresAt }: Pick<ApiKey, 'active' | 'expiresAt'>, now: Date): boolean {
  return active && (expiresAt === null || expiresAt > now);
}
