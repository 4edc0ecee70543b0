import type { Dice } from './dice.js';

/** Names that mean something to JavaScript, to a library or to us. */
const NAMES = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'then', 'toJSON', 'hasOwnProperty'],
  ...[
    '__defineGetter__',
    'length',
    'name',
    'id',
    'user_id',
    'role_id',
    'userId',
    'offset',
    'isAdmin',
    'code',
  ],
  ...['', ' ', '0', '-1', '$where', '$ne', 'a.b', 'a[b]', '\u0000', 'é', '😀', 'phone\u0000', 'constructor '],
] as const;

const TEXTS = [
  ...['', ' ', '\t', '\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\u202e', '\ufeff', '\u2028', '😀', 'ﷺ'],
  ...[
    'é',
    'e\u0301',
    'İ',
    'ß',
    'ｆｕｌｌ',
    '０１２',
    '\u3164',
    '\u2800',
    'Ⅻ',
    '٠١٢٣',
    '\u200b',
    '\r\nX-Injected: 1',
  ],
  ...[
    'null',
    'undefined',
    'true',
    'NaN',
    'Infinity',
    '[object Object]',
    '{}',
    '[]',
    '0',
    '-0',
    '1e309',
    '0x10',
  ],
  ...[
    "' OR 1=1 -- ",
    '"; DROP TABLE users; --',
    '%',
    '_',
    '\\',
    '%00',
    '../../etc/passwd',
    '${7*7}',
    '{{7*7}}',
  ],
  ...[
    '<script>alert(1)</script>',
    '{code}',
    '{brand}{code}',
    '`',
    '|',
    '(a+)+$',
    '*',
    '2026-13-45',
    '-1',
    '01',
  ],
  ...[
    '2026-02-30T25:61:61Z',
    '9999-12-31T23:59:59Z',
    '0000-01-01',
    '+275760-09-13T00:00:00.000Z',
    '1',
    '9007199254740993',
  ],
  ...[
    '081234567890',
    '+62 812-3456-7890',
    '62',
    '08',
    '۰۸۱۲۳۴۵۶۷۸۹۰',
    'a@b.c',
    'a@b',
    '@',
    'admin',
    'sandi_live_',
    'Bearer x',
  ],
  ...[
    'http://127.0.0.1:9/',
    'http://localhost:9/x?y#z',
    'http://[::1]:9/',
    'http://',
    'file:///etc/passwd',
    'http://a@127.0.0.1:9',
  ],
  ...[
    '10.0.0.0/8',
    '::/0',
    '999.1.1.1',
    '1.2.3.4/33',
    'whsec_',
    'whsec_AAAA',
    'v1,whsec_x',
    'otp.sent',
    '2147483648',
  ],
] as const;

const NUMBERS = [
  ...[
    0,
    -0,
    1,
    -1,
    2,
    7,
    100,
    101,
    0.1,
    -0.5,
    1.5,
    1e21,
    1e308,
    -1e308,
    5e-324,
    2 ** 31,
    2 ** 31 - 1,
    -(2 ** 31) - 1,
  ],
  ...[2 ** 32, 2 ** 53, 2 ** 53 - 1, -(2 ** 53), 2 ** 63, 1e15, 200, 255, 256, 65536],
] as const;

/** Objects that stand for something else when a library asks them. */
const HOSTILE: readonly unknown[] = [
  ...[
    { toString: 1, valueOf: 1 },
    { toString: null },
    { then: 1 },
    { length: 1e9 },
    { toJSON: 1 },
    { constructor: 1 },
  ],
  ...[
    [{ toString: 1 }],
    { hasOwnProperty: 1 },
    { 0: 'a', length: 1 },
    { trim: 1 },
    { replace: 'x' },
    { type: 'Buffer', data: [1] },
  ],
];

export const name = (dice: Dice): string => dice.one(NAMES);

export function text(dice: Dice): string {
  if (dice.chance(0.08)) return dice.one(TEXTS).repeat(1 + dice.below(400));
  if (dice.chance(0.08)) return dice.one(TEXTS) + dice.one(TEXTS);
  return dice.one(TEXTS);
}

/** Any JSON value that nobody asked for. */
export function value(dice: Dice, depth = 0): unknown {
  const kinds = depth > 3 ? 6 : 10;
  switch (dice.below(kinds)) {
    case 0:
      return null;
    case 1:
      return dice.chance(0.5);
    case 2:
    case 3:
      return dice.one(NUMBERS);
    case 4:
    case 5:
      return text(dice);
    case 6:
      return Array.from({ length: dice.below(4) }, () => value(dice, depth + 1));
    case 7:
      return structuredClone(dice.one(HOSTILE));
    case 8:
      return deep(dice, dice.one([2, 15, 16, 17, 40]));
    default:
      return members(dice, depth);
  }
}

function members(dice: Dice, depth: number): object {
  const entries = Array.from({ length: 1 + dice.below(3) }, () => [name(dice), value(dice, depth + 1)]);
  return Object.fromEntries(entries) as object;
}

function deep(dice: Dice, levels: number): unknown {
  let inner: unknown = 1;
  for (let level = 0; level < levels; level++) inner = dice.chance(0.5) ? [inner] : { a: inner };
  return inner;
}
