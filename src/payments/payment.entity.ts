import { Entity } from 'typeorm';
import { Id, LongText, Moment, Money, Ref, Text } from '../platform/database/index.js';
import type { PaymentStatus, Reversal, ReviewCause } from './payments.rules.js';
import type { PaymentMethod, ProviderName } from './providers/provider.js';

/** A payment of a top-up request at a provider. (provider, reference) is unique. */
@Entity('payments')
export class Payment {
  @Id() id!: number;
  @Ref() userId!: number;
  @Ref() requestId!: number;
  @Text(20) provider!: ProviderName;
  @Text(20) method!: PaymentMethod;
  /** Ours: the provider names it in its callbacks. */
  @Text(40) reference!: string;
  /** The provider's own id, if it needs one in status requests. */
  @Text(80, { nullable: true }) externalId!: string | null;
  /** Credits, without fees of the provider. */
  @Money() amount!: number;
  @Text(10) status!: PaymentStatus;
  @LongText({ nullable: true }) qrText!: string | null;
  @Text(40, { nullable: true }) payCode!: string | null;
  @Text(500, { nullable: true }) pageUrl!: string | null;
  @Moment() expiresAt!: Date;
  /** When to ask the provider next; null: never. */
  @Moment({ nullable: true }) checkAt!: Date | null;
  @Moment({ nullable: true }) paidAt!: Date | null;
  /** Why the operator must review a paid payment. */
  @Text(20, { nullable: true }) review!: ReviewCause | null;
  @Moment({ nullable: true }) reviewAt!: Date | null;
  /** The provider reported that the money went back. No credit is taken for it. */
  @Text(20, { nullable: true }) reversal!: Reversal | null;
  @Moment({ nullable: true }) reversedAt!: Date | null;
  @Moment() createdAt!: Date;
}
