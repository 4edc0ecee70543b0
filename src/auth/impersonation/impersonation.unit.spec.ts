import { describe, expect, it } from 'vitest';
import { impersonatedAccount } from './impersonation.js';

const LOOK = { header: '7', method: 'GET', isViewable: true, isAdmin: true };

describe('a request to look at an account', () => {
  it('is for one account by its number', () => expect(impersonatedAccount(LOOK)).toBe(7));

  it('is refused to everyone but administrators, whatever else it is', () => {
    for (const method of ['GET', 'POST'])
      expect(impersonatedAccount({ ...LOOK, method, isAdmin: false })).toBe('view_not_open');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'get', ''])('is never a %s', (method) =>
    expect(impersonatedAccount({ ...LOOK, method })).toBe('view_read_only'),
  );

  it('is not for routes that are not made to be looked at', () =>
    expect(impersonatedAccount({ ...LOOK, isViewable: false })).toBe('view_read_only'));

  it.each([
    '',
    '0',
    '-7',
    '07',
    '7, 8',
    '7 ',
    '1e3',
    '0x7',
    '9007199254740992',
    '99999999999999999',
    'me',
    ['7', '8'],
  ])('names an account, which %j does not', (header) =>
    expect(impersonatedAccount({ ...LOOK, header })).toBe('view_not_open'),
  );
});
