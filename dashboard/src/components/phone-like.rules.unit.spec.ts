import { expect, it } from 'vitest';
import { isPhoneLike } from './phone-like.rules';

it.each([
  '081234567890',
  '+62 812-3456-7890',
  '(0812) 3456 789',
  'Budi 0812 3456 7890',
  '1234567',
  '62.811.234.5678',
])('takes “%s” for a number', (text) => expect(isPhoneLike(text)).toBe(true));

it.each([
  '7890',
  '123456',
  'tokobudi',
  'budi@example.com',
  'akun-8241-30-217780',
  'otp_01KAXW6Q3V8Z5M2B7N4C9D0E1F',
])('takes “%s” for none', (text) => expect(isPhoneLike(text)).toBe(false));
