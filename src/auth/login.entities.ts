import { Entity } from 'typeorm';
import { Count, KeyRef, KeyText, Moment, Text } from '../platform/database/index.js';

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
