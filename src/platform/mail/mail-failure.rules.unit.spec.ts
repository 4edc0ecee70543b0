import { describe, expect, it } from 'vitest';
import { isOutside, mailFailure } from './mail-failure.rules.js';

const rcpt = (response: string) => ({ code: 'EENVELOPE', command: 'RCPT TO', message: response, response });

describe('a mail that was not taken', () => {
  it.each([
    ['550 5.1.1 <budi@toko.example>: no such user', 'recipient', true],
    ['450 4.1.2 <budi@salah.example>: domain not found', 'recipient', false],
    ['452-4.2.2 mailbox is full', 'recipient', false],
    ['554 5.7.1 <budi@toko.example>: relay access denied', 'server', false],
    ['550 no such user', 'server', false],
  ])('%s is the matter of the %s', (response, fault, isFinal) => {
    expect(mailFailure('not taken', rcpt(response))).toMatchObject({ fault, isFinal });
  });

  it.each([
    { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' },
    { code: 'EAUTH', command: 'AUTH PLAIN', response: '535 5.1.8 bad', message: 'bad' },
    { code: 'EENVELOPE', command: 'MAIL FROM', response: '550 5.1.0 sender', message: 'sender' },
    undefined,
  ])('is the matter of the server: %j', (error) => {
    expect(mailFailure('not taken', error)).toMatchObject({ fault: 'server', isFinal: false });
  });

  it('quotes no address', () => {
    const { message } = mailFailure('not taken', rcpt('550 5.1.1 <budi@toko.example> is unknown'));
    expect(message).toBe('not taken (EENVELOPE): 550 5.1.1 <[address]> is unknown');
  });
});

describe('an address', () => {
  it.each(['admin@localhost', 'a@LOCALHOST', 'a@x.localhost', 'a@b.invalid', 'a@invalid', 'a@localhost.'])(
    '%s is never mailed by a server',
    (address) => expect(isOutside(address)).toBe(false),
  );
  it.each(['a@example.com', 'a@localhost.example', 'a@notlocalhost', 'a@valid.com'])('%s is', (address) =>
    expect(isOutside(address)).toBe(true),
  );
});
