import type { TranslationOf } from './shape';

export const requests = {
  title: 'Refused requests',
  description:
    'Requests with your API keys that were refused or failed. Request bodies, phone numbers and codes are not stored.',
  documents: 'What every code means',
  list: 'Requests that were refused or failed',
  columns: { time: 'Time', reason: 'Reason', request: 'Request', key: 'API key' },
  fields: 'Fields: {fields}',
  address: 'From {address}',
  keyNumber: 'Key #{id}, deleted',
  pages: 'Pages of the list',
  filters: {
    label: 'Filter requests',
    reason: 'Reason',
    anyReason: 'Any reason',
    key: 'API key',
    anyKey: 'Any key',
  },
  tail: {
    connecting: 'Connecting',
    connectingText: 'Starting the live list…',
    live: 'Live',
    liveText: 'New requests appear automatically.',
    lost: 'Disconnected',
    lostText: 'Reconnecting automatically.',
    crowded: 'Waiting',
    crowdedText: 'This page is open in too many tabs. Close one of them.',
    paused: 'Paused',
    waiting:
      '{count, plural, =0 {Nothing new yet.} one {# new one is waiting.} other {# new ones are waiting.}}',
    pause: 'Pause',
    resume: 'Resume',
  },
  empty: {
    title: 'Nothing was refused',
    text: 'Requests that fail appear here for seven days, with the reason.',
    filteredTitle: 'No matches',
    filtered: 'Change the filters to see other requests.',
  },
} satisfies TranslationOf<'requests'>;
