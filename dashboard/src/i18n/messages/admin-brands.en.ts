import type { TranslationOf } from './shape';

export const reservedBrands = {
  title: 'Reserved brands',
  description: 'Names that only accounts may use for which you have approved them.',
  add: 'Add brands',
  field: 'Brands, one per line',
  hint: 'Names that look alike are rejected too, such as in other letters, with spaces or punctuation. Accounts that have the brand approved may still send for it.',
  addNow: 'Add',
  saved: 'The brands are reserved.',
  list: 'Reserved brands',
  none: 'No reserved brands yet',
  noneText: 'Add names that are often imitated, such as banks and large services.',
  columns: { brand: 'Brand', since: 'Since', action: 'Action' },
  remove: 'Remove',
  removeTitle: 'Remove {brand} from the list?',
  removeText: 'Any account may use the name from then on, unless it is approved for another account.',
} satisfies TranslationOf<'admin'>['reservedBrands'];
