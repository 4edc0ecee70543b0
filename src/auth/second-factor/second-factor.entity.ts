import { Entity } from 'typeorm';
import { Count, KeyRef, KeyText, Moment, Text } from '../../platform/database/index.js';

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
