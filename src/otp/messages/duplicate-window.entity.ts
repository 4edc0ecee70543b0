import { Entity } from 'typeorm';
import { KeyText, Moment, Text } from '../../platform/database/index.js';

/** While it exists and has not expired, its account cannot send the same code to the same phone. */
@Entity('duplicate_windows')
export class DuplicateWindow {
  @KeyText(64) duplicateIndex!: string;
  /** Of the message that holds it. */
  @Text(40) reference!: string;
  @Moment() expiresAt!: Date;
}
