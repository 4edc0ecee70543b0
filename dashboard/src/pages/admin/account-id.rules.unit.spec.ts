import { expect, it } from 'vitest';
import { accountIdIn } from './account-id.rules';

it.each([
  ['7', '7'],
  ['#7', '7'],
  ['812345678', '812345678'],
  ['3000000001', '3000000001'],
  ['9007199254740991', '9007199254740991'],
  ['#8123456789', '8123456789'],
])('“%s” is the account ID %s', (written, id) => expect(accountIdIn(written)).toBe(id));

it.each([
  '',
  '#',
  '0',
  '07',
  '9007199254740992',
  '8123456789',
  '6281234567890',
  '081234567890',
  'budi',
  '7 ',
])('“%s” is no account ID', (written) => expect(accountIdIn(written)).toBeUndefined());
