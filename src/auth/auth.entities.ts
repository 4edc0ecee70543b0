import { Entity } from 'typeorm';
import { Count, Id, KeyRef, KeyText, Moment, Ref, Text } from '../platform/database/index.js';

/** An address that an account was entered from, as a keyed fingerprint. */
@Entity('login_addresses')
export class LoginAddress {
  @KeyRef() userId!: number;
  @KeyText(64) address!: string;
  @Moment() lastAt!: Date;
}

/** Attempts of a window: of one account from one address, or (`fingerprint` is `account`) of one from everywhere. */
@Entity('login_counts')
export class LoginCount {
  /** Keyed fingerprint of account and address. */
  @KeyText(64) fingerprint!: string;
  /** Fingerprint of the account, so that all its counts can be deleted. */
  @Text(64) account!: string;
  @Count() used!: number;
  @Moment() endsAt!: Date;
  /** An attempt was rejected until then; the first one after it is allowed. */
  @Moment({ nullable: true }) pausedUntil!: Date | null;
}

/** A login. Its token contains the id of the row, and is valid while the row exists. */
@Entity('sessions')
export class LoginSession {
  @Id() id!: number;
  /** The login, a member of an account. */
  @Ref() userId!: number;
  /** The account's version at login. The session ends when the account's version rises. */
  @Count() tokenVersion!: number;
  /** The IP address that last used it. */
  @Text(45) address!: string;
  @Text(200, { nullable: true }) userAgent!: string | null;
  @Moment() createdAt!: Date;
  /** Exact to a few minutes. */
  @Moment() lastUsedAt!: Date;
  @Moment() expiresAt!: Date;
}

/** The authenticator app of an account. */
@Entity('second_factors')
export class SecondFactor {
  @KeyRef() userId!: number;
  /** Encrypted under DATA_KEY. */
  @Text(255) sealedSecret!: string;
  /** Null: the app was not shown to hold the secret yet, and a login asks for nothing. */
  @Moment({ nullable: true }) confirmedAt!: Date | null;
  /** The newest step that a code was taken of; no other code is taken of it, nor of one before. */
  @Count() lastStep!: number;
  /** Wrong codes in a row. Only a right code or a recovery code ends them. */
  @Count({ default: 0 }) misses!: number;
  /** No code is checked before then. */
  @Moment({ nullable: true }) pausedUntil!: Date | null;
  @Moment() createdAt!: Date;
}

/** A code that stands in for the authenticator app, once: using it deletes the row. */
@Entity('recovery_codes')
export class RecoveryCode {
  @KeyRef() userId!: number;
  /** Keyed fingerprint. */
  @KeyText(64) codeHash!: string;
}

/** A reset link that was mailed: the token's hash, valid once and until it expires; a newer one deletes it. */
@Entity('password_resets')
export class PasswordReset {
  @Id() id!: number;
  @Ref() userId!: number;
  @Text(64) tokenHash!: string;
  @Moment() expiresAt!: Date;
  @Moment() createdAt!: Date;
}

/** An address that an owner wants, until its link is opened: the newest one of the account. */
@Entity('email_changes')
export class EmailChange {
  @KeyRef() userId!: number;
  @Text(254) email!: string;
  @Text(64) tokenHash!: string;
  @Moment() expiresAt!: Date;
}

/** Somebody whom an administrator asked to make an account. Its row stays for a while after it has ended. */
@Entity('invitations')
export class Invitation {
  @Id() id!: number;
  @Text(254) email!: string;
  /** Lower case, as accounts are compared. */
  @Text(254) emailKey!: string;
  @Text(64) tokenHash!: string;
  @Ref() invitedBy!: number;
  /** The account that was made with it. */
  @Ref({ nullable: true }) userId!: number | null;
  @Moment({ nullable: true }) acceptedAt!: Date | null;
  @Moment({ nullable: true }) revokedAt!: Date | null;
  @Moment() expiresAt!: Date;
  @Moment() createdAt!: Date;
}

/** An administrator's session that sees an account, for a while; one account at a time. */
@Entity('account_views')
export class ImpersonationSession {
  @KeyRef() sessionId!: number;
  @Ref() adminId!: number;
  @Ref() userId!: number;
  @Moment() expiresAt!: Date;
}
