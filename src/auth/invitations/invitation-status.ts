import { IsNull, MoreThan } from 'typeorm';
import type { Invitation } from '../auth.entities.js';

export const INVITATION_STATUSES = ['open', 'accepted', 'revoked', 'expired'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** The condition of {@link invitationStatus} `open`. */
export const openInvitation = (now: Date) => ({
  acceptedAt: IsNull(),
  revokedAt: IsNull(),
  expiresAt: MoreThan(now),
});

/** For invitations to the service, and those to an account. */
export function invitationStatus(
  { acceptedAt, revokedAt, expiresAt }: Pick<Invitation, 'acceptedAt' | 'revokedAt' | 'expiresAt'>,
  now: Date,
): InvitationStatus {
  if (acceptedAt) return 'accepted';
  if (revokedAt) return 'revoked';
  return expiresAt > now ? 'open' : 'expired';
}
