import { Entity } from 'typeorm';
import type { AccountRole, AdminRole } from '../platform/access/roles.rules.js';
import { Count, Id, Json, KeyRef, KeyText, Moment, Ref, Text } from '../platform/database/index.js';

@Entity('users')
export class User {
  @Id() id!: number;
  @Text(32) username!: string;
  /** Lower case, unique: usernames and emails are compared without regard to case. */
  @Text(32) usernameKey!: string;
  @Text(254) email!: string;
  @Text(254) emailKey!: string;
  @Text(100) name!: string;
  /** argon2id; null: no password, the login works with Google only. */
  @Text(255, { nullable: true }) passwordHash!: string | null;
  /** Google's `sub`. */
  @Text(255, { nullable: true }) googleSub!: string | null;
  /** 1 administrator, 2 user. */
  @Count() roleId!: number;
  /** Role of an administrator; null: operator. */
  @Text(20, { nullable: true }) adminRole!: AdminRole | null;
  /** User tokens contain it. Raising it ends all tokens. */
  @Count() tokenVersion!: number;
  /** The only brands that it may send for, exactly; null: any acceptable name. */
  @Json({ nullable: true }) approvedBrands!: string[] | null;
  /** Null: unverified. */
  @Moment({ nullable: true }) emailVerifiedAt!: Date | null;
  /** Hash of the token in the newest link that was mailed to verify the address. */
  @Text(64, { nullable: true }) verifyTokenHash!: string | null;
  @Moment({ nullable: true }) verifyTokenUntil!: Date | null;
  @Moment({ nullable: true }) suspendedAt!: Date | null;
  @Moment() createdAt!: Date;
}

/** The account that a login belongs to. A login without a row is the owner of the account of its own id. */
@Entity('members')
export class Member {
  @KeyRef() userId!: number;
  /** The id of the user who opened the account. */
  @Ref() accountId!: number;
  @Text(20) role!: AccountRole;
  @Moment() joinedAt!: Date;
  /** When the login left the account. It is closed then; its row still names the account. */
  @Moment({ nullable: true }) leftAt!: Date | null;
}

/**
 * One row. Changes that may remove an administrator write this row first, so that they run one after another. This
 * also holds on Galera, where read locks do not hold between nodes.
 */
@Entity('admin_turns')
export class AdminLock {
  @KeyRef() id!: number;
  @Count() taken!: number;
}

/** Settings that the service stores. `registration`: `open` if accounts existed before REGISTRATION did. */
@Entity('service_settings')
export class ServiceSetting {
  @KeyText(40) name!: string;
  @Text(255) value!: string;
}

/** An account whose owner wants it closed, or that an administrator closed. */
@Entity('account_closures')
export class AccountClosure {
  @KeyRef() userId!: number;
  /** When its owner asked to close it; null: never, or the request was cancelled. */
  @Moment({ nullable: true }) requestedAt!: Date | null;
  @Moment({ nullable: true }) closedAt!: Date | null;
  /** The administrator who closed it. */
  @Ref({ nullable: true }) closedBy!: number | null;
  /** Until then its data stays. */
  @Moment({ nullable: true }) eraseAt!: Date | null;
  @Moment({ nullable: true }) erasedAt!: Date | null;
}
