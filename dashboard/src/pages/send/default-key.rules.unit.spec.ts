import { expect, it } from 'vitest';
import { defaultKey } from './default-key.rules';

const key = (
  id: number,
  mode: 'live' | 'test',
  daily_cap: number | null = null,
  operation: 'send' | 'read' = 'send',
) => ({
  id,
  mode,
  daily_cap,
  allowed_operations: [operation],
});
const used = (api_key_id: number, used_today: number) => ({ api_key_id, daily_cap: 5, used_today });

const CASES: [string, [ReturnType<typeof key>, ...ReturnType<typeof key>[]], number, number][] = [
  ['a test key without a cap', [key(1, 'live'), key(2, 'test', 5), key(3, 'test')], 3, 0],
  ['a capped test key before one that costs', [key(1, 'live'), key(2, 'test', 5)], 2, 0],
  [
    'a live key where the test key’s cap is used up',
    [key(1, 'live', 50), key(2, 'test', 5), key(4, 'live')],
    4,
    5,
  ],
  ['a live key without a cap', [key(1, 'live', 50), key(4, 'live')], 4, 0],
  ['a key that can send', [key(1, 'test', null, 'read'), key(4, 'live')], 4, 0],
  ['the only one, whatever it is', [key(2, 'live', 5)], 2, 5],
];

it.each(CASES)('is %s', (_, keys, chosen, spent) => {
  expect(defaultKey(keys, [used(2, spent)]).id).toBe(chosen);
});
