import { describe, expect, it } from 'vitest';
import { parseRedisAddress } from '../../../src/platform/limits/redis-address.js';
import { parseSmtpAddress } from '../../../src/platform/mail/smtp-address.js';

describe('the address of Redis', () => {
  it.each([
    ['redis://127.0.0.1', { host: '127.0.0.1', port: 6379, db: 0, isTls: false }],
    ['redis://:p%40ss@redis:6380/3', { host: 'redis', port: 6380, db: 3, password: 'p@ss' }],
    ['rediss://user:pass@[::1]/', { host: '::1', username: 'user', isTls: true }],
    ['redis://redis?family=6', { family: 6 }],
  ])('%s is read', (url, expected) => expect(parseRedisAddress({ url })).toMatchObject(expected));

  it.each([
    ['http://redis', 'must be of the form redis://'],
    ['redis://', 'names no host'],
    ['redis://:/Rahasia4@redis', 'percent-encode the password'],
    ['redis://:Rahasia4#1@redis', 'percent-encode the password'],
    ['redis://Rahasia4@redis', 'a user without a password'],
    ['redis://redis/nought', 'the number of a Redis database'],
    ['redis://redis?tls=true', 'an unknown parameter, tls:'],
    ['rediss://redis?ssl_cert_reqs=none', 'an unknown parameter, ssl_cert_reqs:'],
    ['redis://redis?family=5', '4, 6 or 0'],
  ])('%s is refused, by what is wrong and without the address', (url, words) => {
    expect(() => parseRedisAddress({ url })).toThrow(words);
    expect(() => parseRedisAddress({ url })).not.toThrow('Rahasia4');
  });

  it('is no plain one where an authority is named', () => {
    expect(() => parseRedisAddress({ url: 'redis://redis', caFile: '/ca.pem' })).toThrow('rediss://');
  });
});

describe('the address of the mail server', () => {
  it.each([
    ['smtps://user:p%2Fss@mail.example.com', { isTls: true, requiresTls: false, password: 'p/ss' }],
    ['smtp://mail.example.com:25', { isTls: false, requiresTls: false, port: 25 }],
    ['smtp://user:pass@mail.example.com', { requiresTls: true }],
    ['smtp://user:pass@127.0.0.1:2525', { requiresTls: false }],
    ['smtp://[::1]:25?requireTLS=true', { host: '::1', requiresTls: true }],
    ['smtp://user:pass@mail.example.com?requireTLS=false', { requiresTls: false }],
    ['smtp://mail.example.com?name=otp.example.com', { name: 'otp.example.com' }],
  ])('%s is read', (url, expected) => expect(parseSmtpAddress({ url })).toMatchObject(expected));

  it.each([
    ['mail.example.com', 'must be of the form smtps://'],
    ['smtp://', 'names no host'],
    ['smtp://user:/Rahasia4@mail.example.com', 'percent-encode the password'],
    ['smtp://:Rahasia4@mail.example.com', 'a password without a user'],
    ['smtp://mail.example.com/inbox', 'a path after its host'],
    ['smtp://mail.example.com?tls.rejectUnauthorized=false', 'an unknown parameter, tls.rejectUnauthorized:'],
    ['smtp://mail.example.com?pool=true', 'an unknown parameter, pool:'],
    ['smtps://mail.example.com?requireTLS=false', 'turns TLS off'],
  ])('%s is refused, by what is wrong and without the address', (url, words) => {
    expect(() => parseSmtpAddress({ url })).toThrow(words);
    expect(() => parseSmtpAddress({ url })).not.toThrow('Rahasia4');
  });

  it('demands TLS where an authority is named', () => {
    expect(parseSmtpAddress({ url: 'smtp://mail', caFile: '/ca.pem' })).toMatchObject({ requiresTls: true });
    const plain = { url: 'smtp://mail?requireTLS=false', caFile: '/ca.pem' };
    expect(() => parseSmtpAddress(plain)).toThrow('SMTP_CA_FILE');
  });
});
