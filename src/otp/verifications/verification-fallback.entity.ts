import { Entity } from 'typeorm';
import { Id, Moment, Ref, Text } from '../../platform/database/index.js';

/** A code that went by the next channel because the one before was not reported as delivered, or the wait for that. */
@Entity('verification_fallbacks')
export class VerificationFallback {
  @Id() id!: number;
  /** The `verification_id`. */
  @Text(40) verification!: string;
  /** Unique: carried the code before, which counts beside the new one. */
  @Ref() afterMessageId!: number;
  /** Blind index of the code before. */
  @Text(64) afterCodeIndex!: string;
  /** The recipient's, sealed; null once the wait has ended. */
  @Text(120, { nullable: true }) phone!: string | null;
  /** The end of the wait, or of the lease of the process that sends; null once the wait has ended. */
  @Moment({ nullable: true }) dueAt!: Date | null;
  /** Carries the new code; null: none was sent. */
  @Ref({ nullable: true }) messageId!: number | null;
}
