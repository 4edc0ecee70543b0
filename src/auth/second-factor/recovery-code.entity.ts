import { Entity } from 'typeorm';
import { KeyRef, KeyText } from '../../platform/database/index.js';

/** A code that stands in for the authenticator app, once: using it deletes the row. */
@Entity('recovery_codes')
export class RecoveryCode {
  @KeyRef() userId!: number;
  /** Keyed fingerprint. */
  @KeyText(64) codeHash!: string;
}
