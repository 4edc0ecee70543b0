import { MigrationOf, moment, nullable, ref, table, text, wideId } from './schema.js';

export class MemberInvitations1764383000002 extends MigrationOf(
  table('member_invitations', {
    columns: [
      wideId(),
      ref('user_id'),
      text('email', 254),
      text('email_key', 254),
      text('role', 20),
      text('token_hash', 64),
      ref('invited_by'),
      ref('member_id', nullable),
      moment('accepted_at', nullable),
      moment('revoked_at', nullable),
      moment('expires_at'),
      moment('created_at'),
    ],
    unique: [['token_hash']],
    index: [['user_id'], ['expires_at']],
  }),
) {}
