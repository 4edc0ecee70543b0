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
  emailHint: 'The account will have this address. The link in the email works once.',
  list: 'Sent invitations',
  since: 'Sent',
} satisfies TranslationOf<'admin'>['invitations'];
