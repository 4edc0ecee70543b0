import type { TranslationOf } from './shape';

export const lists = {
  table: {
    page: 'Page {page, number} of {pages, number}',
    previous: 'Previous',
    next: 'Next',
    pagination: 'Pages',
    jump: 'Go to page',
    size: 'Rows per page',
    perPage: '{size, number} rows',
    first: 'Back to the start',
    newest: 'To the newest',
    older: 'Older',
    searchOn: 'Search further',
    searchedUntil: 'Searched up to {time}. There are more messages to look through.',
    nothingUntil: 'Nothing found up to {time}. There are more messages to look through.',
  },
  pastEnd: {
    title: 'This page is empty',
    text: 'The list ends before this page.',
    first: 'To the first page',
  },
  period: {
    label: 'Time',
    any: 'Any time',
    today: 'Today',
    yesterday: 'Yesterday',
    last7: 'Last 7 days',
    last30: 'Last 30 days',
    thisMonth: 'This month',
    own: 'Choose days…',
    from: 'From',
    to: 'To',
  },
  clearFilters: 'Clear filters',
  order: { label: 'Order', newest: 'Newest first', oldest: 'Oldest first' },
} satisfies TranslationOf<'lists'>;
