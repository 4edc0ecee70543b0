import { Entity } from 'typeorm';
import { Id, Moment, Ref, Text } from '../../platform/database/index.js';

/** Somebody whom an administrator asked to make an account. Its row stays for a while after it has ended. */
@Entity('invitations')
export class Invitation {
  @Id() id!: number;
  @Text(254) email!: string;
  /** Lower case, as accounts are compared. */
  @Text(254) emailKey!: string;
  @Text(64) tokenHash!: string;
  /** The administrator. */
  @Ref() invitedBy!: number;
  /** The account that was made with it. */
  @Ref({ nullable: true }) userId!: number | null;
  @Moment({ nullable: true }) acceptedAt!: Date | null;
  @Moment({ nullable: true }) revokedAt!: Date | null;
  @Moment() expiresAt!: Date;
  @Moment() createdAt!: Date;
}
