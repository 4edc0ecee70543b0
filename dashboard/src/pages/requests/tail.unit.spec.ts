import { expect, it } from 'vitest';
import type { RefusedRequest } from './api';
import { isWanted, withTail } from './tail.rules';

const row = (id: number, code = 'phone_invalid', keyId = 7): RefusedRequest => ({
  id,
  code,
  key_id: keyId,
  created_at: '2026-01-31 13:45:00',
  created_at_utc: '2026-01-31T06:45:00.000Z',
  route: 'POST /api/otp/send',
  status: 400,
  message: '',
  address: null,
  key_refusal: null,
  fields: [],
  request_id: '',
});

it('shows each line once, newest first, also one that came late', () => {
  const rows = withTail([row(9), row(7)], [row(8), row(11), row(9), row(10)]);
  expect(rows.map(({ id }) => id)).toEqual([11, 10, 9, 8, 7]);
});

it('lets through what the filters want', () => {
  const wanted = (search: Parameters<typeof isWanted>[0]) =>
    [row(1), row(2, 'duplicate'), row(3, 'duplicate', 8)].filter((each) => isWanted(search, each));
  expect(wanted({}).map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(wanted({ code: 'duplicate' }).map(({ id }) => id)).toEqual([2, 3]);
  expect(wanted({ code: 'duplicate', key: 8 }).map(({ id }) => id)).toEqual([3]);
});
