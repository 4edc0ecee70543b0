import { describe, expect, it } from 'vitest';
import { randomBytes, randomDigits } from '../ids/random.js';
import { isWeakSecret } from './weak-secret.rules.js';

describe('a secret that is no random one is found', () => {
  it.each([
    'a'.repeat(32),
    '0'.repeat(64),
    `${'a'.repeat(31)}b`,
    'ab'.repeat(16),
    '12345678'.repeat(4),
    '0123456789abcdef'.repeat(2),
    'abcdefghijklmnopqrstuvwxyz012345',
    'abcdefghijklmnopqrstuvwxyzabcdef',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ123456',
    'changemechangemechangemechangeme',
    'change-me-change-me-change-me-change-me',
    'passwordpasswordpasswordpassword',
    'my-secret-secret-secret-secret-secret',
    'test-jwt-secret-test-jwt-secret-test',
    'xxxxxxxxxxxxxxxx',
    'aaaaaaaaaaaaaaaa,bbbbbbbbbbbbbbbb',
  ])('%s', (secret) => expect(isWeakSecret(secret)).toBe(true));
});

it('no generator’s secret is taken for a weak one', () => {
  for (let round = 0; round < 500; round++)
    for (const secret of [
      randomBytes(48).toString('base64'),
      randomBytes(24).toString('base64url'),
      randomBytes(32).toString('hex'),
      randomBytes(16).toString('hex'),
      randomBytes(8).toString('hex'),
      randomDigits(32),
    ])
      expect(isWeakSecret(secret), secret).toBe(false);
});
