import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEmail, isPersonName, isUsername, mailboxOf, usernameFrom } from './account.rules.js';

describe('a username', () => {
  it.each(['abc', 'Toko.Budi_1-x', 'a'.repeat(32)])('may be %s', (text) =>
    expect(isUsername(text)).toBe(true),
  );

  it.each(['ab', 'a'.repeat(33), 'toko budi', 'budi@x', 'budí', 'budi\n', '', 'абв', 123, null, ['abc'], {}])(
    'may not be %j',
    (value) => expect(isUsername(value)).toBe(false),
  );
});

describe('an email', () => {
  it.each(['budi@example.com', "o'neil+otp@mail.example.co.id", 'a@b.c', 'x@xn--bcher-kva.example'])(
    'may be %s',
    (text) => expect(isEmail(text)).toBe(true),
  );

  it.each([
    'budi',
    'budi@',
    '@example.com',
    'budi@example',
    'budi@@example.com',
    'budi@-example.com',
    'budi@example..com',
    'budi @example.com',
    'budi@example.com\nBcc: x@example.com',
    'a@example.com,b@example.com',
    '<budi@example.com>',
    'b'.repeat(65) + '@example.com',
    `budi@${'a.'.repeat(130)}com`,
    5,
    null,
    ['budi@example.com'],
  ])('may not be %j', (value) => expect(isEmail(value)).toBe(false));

  it('is judged in no time whatever its form', () => {
    const before = process.cpuUsage();
    isEmail(`a@${'a-'.repeat(120)}`);
    isEmail(`a@${'a.'.repeat(120)}!`);
    expect(process.cpuUsage(before).user / 1000, 'ms of CPU').toBeLessThan(50);
  });
});

describe('a name', () => {
  it.each(['B', 'Toko Budi', 'Ñandú 👩‍👩‍👧', '😀'.repeat(100)])('may be %s', (text) =>
    expect(isPersonName(text)).toBe(true),
  );

  it.each(['', '   ', 'a\nb', 'a\u0000b', 'a\u2028b', 'a\ud800b', 'x'.repeat(101), 7, null, {}])(
    'may not be %j',
    (value) => expect(isPersonName(value)).toBe(false),
  );
});

describe('a username made from an email', () => {
  it('is always one that could have been chosen, with room for a number', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string()), (email) => {
        expect(isUsername(`${usernameFrom(email)}-123456`)).toBe(true);
      }),
    );
    expect(usernameFrom('budi.santoso+otp@example.com')).toBe('budi.santosootp');
    expect(usernameFrom('b@example.com')).toBe('pengguna');
  });
});

describe('the mailbox of an address', () => {
  it.each([
    ['Budi+otp@Example.com', 'budi@example.com'],
    ['b.u.d.i@gmail.com', 'budi@gmail.com'],
    ['Bu.Di+toko@GoogleMail.com', 'budi@gmail.com'],
    ['b.udi@example.com', 'b.udi@example.com'],
    ['budi@gmail.com.example.com', 'budi@gmail.com.example.com'],
  ])('of %s is %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));
});
