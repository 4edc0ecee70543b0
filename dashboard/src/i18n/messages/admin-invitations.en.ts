import type { TranslationOf } from './shape';

export const invitations = {
  title: 'Invitations',
  description: 'Invitations to create an account on this service.',
  users: 'All users',
  mode: {
    open: 'Registration is open: anyone can create an account (REGISTRATION=open).',
    invite: 'Registration is by invitation only (REGISTRATION=invite).',
    closed:
      'Registration is closed: invitations can be neither sent nor used. To invite people, set REGISTRATION=invite.',
  },
  invite: 'Invite',
  email: 'Email',
  emailHint: 'The account will have this address. The link in the email works once.',
  submit: 'Send the invitation',
  sent: 'Invitation sent.',
  list: 'Sent invitations',
  none: 'No invitations yet',
  noneText: 'Invitations that you send appear here.',
  columns: { email: 'Email', state: 'State', since: 'Sent', until: 'Valid until', action: 'Action' },
  status: { open: 'Waiting', accepted: 'Accepted', revoked: 'Revoked', expired: 'Expired' },
  revoke: 'Revoke',
  revokeTitle: 'Revoke the invitation for {email}?',
  revokeText: 'The link in the email stops working.',
} satisfies TranslationOf<'admin'>['invitations'];
