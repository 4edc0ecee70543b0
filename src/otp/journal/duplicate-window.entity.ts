import { Entity } from 'typeorm';
import { KeyText, Moment, Text } from '../../platform/database/index.js';

/** A send claims it, so that the same code to the same phone from the same account is refused for a while. */
@Entity('duplicate_windows')
export class DuplicateWindow {
  @KeyText(64) duplicateIndex!: string;
  /** Of the message that claimed it. */
  @Text(40) reference!: string;
  @Moment() expiresAt!: Date;
}
