import { expect, it } from 'vitest';
import { isClientInfo } from './client-info.js';

it.each([
  [{}, true],
  [
    { ip: '203.0.113.7', user_agent: 'x'.repeat(512), device_id: 'd', platform: 'web', app_version: '1' },
    true,
  ],
  [{ ip: '2001:db8::1' }, true],
  [{ ip: '203.0.113.256' }, false],
  [{ ip: '203.0.113.0/24' }, false],
  [{ ip: 'fe80::1%eth0' }, false],
  [{ ip: null }, false],
  [{ user_agent: 'x'.repeat(513) }, false],
  [{ device_id: '' }, false],
  [{ device_id: 7 }, false],
  [{ useragent: 'Mozilla' }, false],
  [{ constructor: 'x' }, false],
  [[], false],
  ['203.0.113.7', false],
  [null, false],
])('%j is a client: %s', (value, expected) => {
  expect(isClientInfo(value)).toBe(expected);
});
