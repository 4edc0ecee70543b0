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
  /** Keyed fingerprint of what is counted; names and addresses are not in it. */
  @KeyText(64) fingerprint!: string;
  /** That of the account, so that all its counts can be forgotten. */
  @Text(64) account!: string;
  @Count() used!: number;
  @Moment() endsAt!: Date;
  /** An attempt was told to wait until then; the next one after it goes ahead. */
  @Moment({ nullable: true }) pausedUntil!: Date | null;
}
