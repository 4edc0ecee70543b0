import type { TranslationOf } from './shape';

export const account = {
  title: 'Account',
  description: 'Your profile, sessions and security log.',
  profile: {
    title: 'Profile',
    username: 'Username',
    email: 'Email',
    verified: 'Verified',
    unverified: 'Not verified',
    name: 'Name',
    saved: 'Name saved.',
  },
  password: {
    change: 'Change password',
    current: 'Current password',
    new: 'New password',
    changed: 'Password changed. Sessions on other devices have ended.',
  },
  view: {
    whose: '<wide>Account of </wide><strong>{name}</strong>',
    until: 'read-only until {time}',
    end: 'Done',
  },
  preferences: {
    title: 'Language and time',
    language: 'Language',
    zone: 'Time zone',
    now: 'Now {time}',
    ofService: 'Time zone of the service ({zone})',
    text: 'Saved in this browser. Date filters, charts and daily limits use the time zone of the service, {zone}.',
  },
} satisfies TranslationOf<'account'>;
