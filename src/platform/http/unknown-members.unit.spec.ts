import { expect, it } from 'vitest';
import { nearestOf } from './unknown-members.js';

const KNOWN = ['phone', 'company_name', 'otp_code', 'language', 'external_id', 'metadata', 'ttl_seconds'];

it.each([
  ['ttl', 'ttl_seconds'],
  ['extenal_id', 'external_id'],
  ['externalId', 'external_id'],
  ['External-ID', 'external_id'],
  ['fone', 'phone'],
  ['phonenumber', 'phone'],
  ['meta', 'metadata'],
  ['metdata', 'metadata'],
  ['otpcode', 'otp_code'],
  ['lang', 'language'],
  ['compny_name', 'company_name'],
  ['zzz', undefined],
  ['x', undefined],
  ['', undefined],
  ['toString', undefined],
])('%j probably means %s', (name, nearest) => expect(nearestOf(name, KNOWN)).toBe(nearest));
