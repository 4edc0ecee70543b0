import { Entity } from 'typeorm';
import { Id, Moment, Money, Ref, Text } from '../../platform/database/index.js';

export const REQUEST_STATUSES = ['open', 'confirmed', 'declined'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** That somebody says to have transferred money; an administrator who has seen it makes it a top-up. */
@Entity('top_up_requests')
export class TopUpRequest {
  @Id() id!: number;
  @Ref() userId!: number;
  /** Credits, as its owner says. */
  @Money() amount!: number;
  /** From whom the transfer came. */
  @Text(80) sender!: string;
  @Text(200, { nullable: true }) note!: string | null;
  @Text(10) status!: RequestStatus;
  /** The line of the ledger that it became. */
  @Ref({ nullable: true }) entryId!: number | null;
  /** Why it was declined; its owner reads it. */
  @Text(200, { nullable: true }) reason!: string | null;
  @Ref({ nullable: true }) decidedBy!: number | null;
  @Moment({ nullable: true }) decidedAt!: Date | null;
  /** When the mail about the decision is to be tried next; null when none is owed. */
  @Moment({ nullable: true }) mailAt!: Date | null;
  @Moment() createdAt!: Date;
}
