import { Entity } from 'typeorm';
import { Id, Json, Moment, Ref, Text } from '../../platform/database/index.js';

export const REQUEST_KINDS = ['access', 'erasure', 'restriction'] as const;
export type PrivacyKind = (typeof REQUEST_KINDS)[number];

/**
 * `open`: not decided yet. An erasure is `erasing`, `held` while all that is left is under a legal hold, and
 * `cleaning` while SQLite rewrites its file. A completed restriction holds until it is `lifted`.
 */
export type PrivacyStatus = 'open' | 'erasing' | 'held' | 'cleaning' | 'completed' | 'declined' | 'lifted';

/** Rows that name the phone and that its blind index does not find. */
export interface FoundRows {
  /** Ids in `fraud_list_entries`, whose fingerprints are the account's own. */
  listEntries: number[];
  /** Ids in `audit_entries` with the mask of a listed number. */
  auditEntries: number[];
}

/** A request of a data subject about a phone, which is never stored itself. */
@Entity('privacy_requests')
export class PrivacyRequest {
  @Id() id!: number;
  @Text(12) kind!: PrivacyKind;
  @Text(10) status!: PrivacyStatus;
  /** Blind indexes of the canonical phone, under each DATA_KEY, with commas; null once they are not needed. */
  @Text(140, { nullable: true }) recipientIndexes!: string | null;
  @Json({ nullable: true }) found!: FoundRows | null;
  /** The administrator's words, with masked digits. */
  @Text(300, { nullable: true }) note!: string | null;
  /** Messages and inbound verifications that a legal hold keeps from this erasure. */
  @Ref({ default: 0 }) heldMessages!: number;
  /** The administrator; null: the shell. */
  @Ref({ nullable: true }) createdBy!: number | null;
  @Moment() createdAt!: Date;
  /** 72 hours after `createdAt`. */
  @Moment() dueAt!: Date;
  /** When an administrator completed or declined it; an erasure then begins. */
  @Moment({ nullable: true }) decidedAt!: Date | null;
  @Moment({ nullable: true }) completedAt!: Date | null;
  @Moment({ nullable: true }) liftedAt!: Date | null;
}

export const indexesOf = ({ recipientIndexes }: Pick<PrivacyRequest, 'recipientIndexes'>): string[] =>
  recipientIndexes?.split(',') ?? [];
