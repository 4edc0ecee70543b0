import { Entity } from 'typeorm';
import { KeyRef, Moment, Ref } from '../../platform/database/index.js';

/** A live message that failed because its number has no WhatsApp. */
@Entity('not_on_whatsapp')
export class NotOnWhatsapp {
  @KeyRef() messageId!: number;
  @Ref() userId!: number;
  /** When the failure became known. */
  @Moment() createdAt!: Date;
}
