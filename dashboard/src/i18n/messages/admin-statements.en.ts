import type { TranslationOf } from './shape';

export const statements = {
  title: 'Statements',
  description: 'Closed months of all accounts.',
  list: 'Closed months',
  open: 'Next: {month}, which closes an hour after its end.',
  none: 'No month is closed yet',
  noneText: 'Statements appear here an hour after the end of this month.',
  columns: {
    month: 'Month',
    count: 'Statements',
    topUps: 'Top-ups',
    charges: 'Charges',
    refunds: 'Refunds',
    closing: 'Closing balance',
    files: 'Files',
  },
  csv: 'CSV',
  csvOf: 'Download the CSV of {month}',
  document: 'Document',
  documentOf: 'Download the printable document of {month}',
  downloaded: 'Statements of {month} downloaded.',
} satisfies TranslationOf<'admin'>['statements'];
