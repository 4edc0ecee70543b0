import { Entity } from 'typeorm';
import { Count, Id, Json, KeyRef, KeyText, Moment, Text } from '../platform/database/index.js';

@Entity('users')
export class User {
  @Id() id!: number;
  @Text(32) username!: string;
  /** Lower case, unique: usernames and emails are compared without regard to case. */
  @Text(32) usernameKey!: string;
  @Text(254) email!: string;
  @Text(254) emailKey!: string;
  @Text(100) name!: string;
  /** argon2id; null for an account that only Google opens. */
  @Text(255, { nullable: true }) passwordHash!: string | null;
  /** Google's `sub`. */
  @Text(255, { nullable: true }) googleSub!: string | null;
  /** 1 administrator, 2 user. */
  @Count() roleId!: number;
  /** Tokens carry it; raising it ends all of them. */
  @Count() tokenVersion!: number;
  /** The only brands it may send for, to the letter; null: any that is honest by its looks. */
  @Json({ nullable: true }) approvedBrands!: string[] | null;
  /** When somebody who reads this address proved that the account is theirs; null: never. */
  @Moment({ nullable: true }) emailVerifiedAt!: Date | null;
  /** The newest link that was mailed to prove it. */
  @Text(64, { nullable: true }) verifyTokenHash!: string | null;
  @Moment({ nullable: true }) verifyTokenUntil!: Date | null;
  @Moment({ nullable: true }) suspendedAt!: Date | null;
  @Moment() createdAt!: Date;
}

/**
 * One row. Whoever may take away an administrator writes it first, so that they go one after the other; a lock that
 * only reads would not hold between the nodes of a Galera cluster.
 */
@Entity('admin_turns')
export class AdminLock {
  @KeyRef() id!: number;
  @Count() taken!: number;
}

/** What the service has to remember of itself. `registration`: `open` where accounts were there before REGISTRATION was. */
@Entity('service_settings')
export class ServiceSetting {
  @KeyText(40) name!: string;
  @Text(255) value!: string;
}
