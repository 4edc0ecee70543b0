import { Entity } from 'typeorm';
import { KeyText, Moment, Ref } from '../common/database/index.js';

/** Claimed by a send, so that the same code to the same phone from the same account is refused for a while. */
@Entity('duplicate_windows')
export class DuplicateWindow {
  @KeyText(64) duplicateIndex!: string;
  @Ref() messageId!: number;
  @Moment() expiresAt!: Date;
}
