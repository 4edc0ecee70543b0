import type { TranslationOf } from './shape';

export const reservedBrands = {
  title: 'Reserved brands',
  description: 'Names that only accounts with your approval may use.',
  add: 'Add brands',
  field: 'Brands, one per line',
  hint: 'Names that look alike are rejected too, for example with other letters, spaces or punctuation. Accounts with an approval may still use the brand.',
  addNow: 'Add',
  saved: 'The brands are reserved.',
  list: 'Reserved brands',
  none: 'No reserved brands yet',
  noneText: 'Add names that are often imitated, such as banks and large services.',
  columns: { brand: 'Brand', since: 'Since', action: 'Action' },
  remove: 'Remove',
  removeTitle: 'Remove {brand} from the list?',
  removeText: 'Any account may then use this name, unless it is approved for another account.',
} satisfies TranslationOf<'admin'>['reservedBrands'];
