import type { TranslationOf } from './shape';

export const account = {
  title: 'Account',
  description: 'Who you are, where this account is used, and what happened to it.',
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
    until: 'read-only, until {time}',
    end: 'Done',
  },
  preferences: {
    title: 'Language and time',
    language: 'Language',
    zone: 'Time zone',
    now: 'Now {time}',
    ofService: 'Zone of the service ({zone})',
    text: 'Kept in this browser. Date filters, charts and daily limits go by the zone of the service, {zone}.',
  },
} satisfies TranslationOf<'account'>;
