import { describe, expect, it } from 'vitest';
import { parseDatabaseAddress, placeOfDatabase } from './database-address.js';

const faultOf = (text: string, hasCaFile = false) => {
  try {
    parseDatabaseAddress(text, hasCaFile);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};
const SERVER = {
  engine: 'mysql',
  host: 'db',
  port: 3306,
  username: 'sandi',
  password: 'x',
  database: 'otp',
  socketPath: undefined,
  tls: 'off',
};

describe('the address of a database', () => {
  it.each([
    ['mysql://sandi:x@db/otp', {}],
    ['mariadb://sandi:x@db:3307/otp', { port: 3307 }],
    ['mysql://sandi:x@[::1]:3306/otp', { host: '::1' }],
    ['mysql://sandi:x@[2001:db8::1]/otp', { host: '2001:db8::1' }],
    ['mysql://sandi:%2FRahasia4%2Bx%3D%40@db/otp', { password: '/Rahasia4+x=@' }],
    ['mysql://sandi:a+b=c@d@db/otp', { password: 'a+b=c@d' }],
    ['mysql://sandi@db/otp', { password: '' }],
    ['mysql://sandi:x@db/otp?ssl-mode=DISABLED', {}],
    ['mysql://sandi:x@db/otp?ssl-mode=REQUIRED', { tls: 'encrypted' }],
    ['mysql://sandi:x@db/otp?sslMode=verify_ca', { tls: 'verify-ca' }],
    ['mysql://sandi:x@db/otp?ssl_mode=verify-identity', { tls: 'verify-identity' }],
    ['mysql://sandi:x@db/otp?ssl=true', { tls: 'verify-identity' }],
    ['mysql://sandi:x@db/otp?ssl=0', {}],
    ['mysql://sandi:x@db/otp?ssl={"rejectUnauthorized":true}', { tls: 'verify-identity' }],
    ['mysql://sandi:x@db/otp?ssl={"rejectUnauthorized":false}', { tls: 'encrypted' }],
    [
      'mysql://sandi:x@localhost/otp?socketPath=/run/mysqld/mysqld.sock',
      { host: 'localhost', socketPath: '/run/mysqld/mysqld.sock' },
    ],
    [
      'mysql://sandi:x@localhost/otp?socket=%2Ftmp%2Fm.sock',
      { host: 'localhost', socketPath: '/tmp/m.sock' },
    ],
  ])('%s is read', (text, expected) => {
    expect(parseDatabaseAddress(text)).toEqual({ ...SERVER, ...expected });
  });

  it('asks for TLS that proves the server where there is a CA file, unless it says less', () => {
    const tlsOf = (query: string) => parseDatabaseAddress(`mysql://sandi:x@db/otp${query}`, true);
    expect(tlsOf('')).toMatchObject({ tls: 'verify-identity' });
    expect(tlsOf('?ssl-mode=REQUIRED')).toMatchObject({ tls: 'verify-identity' });
    expect(tlsOf('?ssl-mode=VERIFY_CA')).toMatchObject({ tls: 'verify-ca' });
    expect(() => tlsOf('?ssl-mode=DISABLED')).toThrow('turns TLS off, but DATABASE_CA_FILE requires it');
  });

  it.each([
    ['sqlite:data/sandi.sqlite', 'data/sandi.sqlite'],
    ['sqlite:///var/lib/sandi.sqlite', '/var/lib/sandi.sqlite'],
    ['sqlite:/tmp/a b.sqlite', '/tmp/a b.sqlite'],
  ])('%s is a file', (text, file) => {
    expect(parseDatabaseAddress(text)).toEqual({ engine: 'sqlite', file });
    expect(faultOf(text, true)).toContain('unset DATABASE_CA_FILE');
  });
});

describe('what is no address of a database', () => {
  it.each([
    ['postgres://sandi:Rahasia4@db/otp', 'must be sqlite:<file> or mysql://user:password@host:3306/database'],
    ['mysql:sandi:Rahasia4@db/otp', 'must be sqlite:<file> or mysql://'],
    ['mysql://s2:/Rahasia4+x=@db/otp', 'percent-encode the password'],
    ['mysql://s2:12/Rahasia4@db/otp', 'percent-encode the password'],
    ['mysql://s2:Rahasia4#x@db/otp', 'percent-encode the password'],
    ['mysql://s2:12#Rahasia4@db/otp', 'percent-encode the password'],
    ['mysql://s2:12?Rahasia4@db/otp', 'percent-encode the password'],
    ['mysql://s2:Rahasia4?x@db/otp', 'percent-encode the password'],
    ['mysql://s2:Rahasia4%@db/otp', 'percent-encode the password'],
    ['mysql://s2:Rahasia4%zz@db/otp', 'percent-encode the password'],
    ['mysql://s2:Rahasia4[x/y@db/otp', 'percent-encode the password'],
    ['mysql://s2:Rahasia4\t@db/otp', 'percent-encode the password'],
    ['mysql://s2:Rahasia4@/otp', 'names no host'],
    ['mysql://s2:Rahasia4@:3306/otp', 'names no host'],
    ['mysql:///otp', 'names no user'],
    ['mysql://db/otp', 'names no user'],
    ['mysql://:Rahasia4@db/otp', 'names no user'],
    ['mysql://s2:Rahasia4@db', 'names no database'],
    ['mysql://s2:Rahasia4@db/', 'names no database'],
    ['mysql://s2:Rahasia4@db/otp/more', 'more than the name of a database'],
    ['mysql://s2:Rahasia4@db:70000/otp', 'a host or port that cannot be read'],
    ['mysql://s2:Rahasia4@db:0/otp', 'port 0'],
    ['mysql://s2:Rahasia4@::1/otp', 'a host or port that cannot be read'],
    ['mysql://s2:Rahasia4@d%20b/otp', 'an invalid host name'],
    ['mysql://s2:Rahasia4@db/otp?charset=utf8', 'an unknown parameter, charset:'],
    ['mysql://s2:Rahasia4@db/otp?ssl-ca=/ca.pem', 'an unknown parameter, ssl-ca:'],
    ['mysql://s2:Rahasia4@db/otp?ssl=true&ssl-cert=x', 'an unknown parameter, ssl-cert:'],
    ['mysql://s2:Rahasia4@db/otp?ssl-mode=', 'no value for its parameter ssl-mode'],
    ['mysql://s2:Rahasia4@db/otp?ssl-mode=PREFERRED', 'PREFERRED may send everything in plain text'],
    ['mysql://s2:Rahasia4@db/otp?ssl-mode=require', 'must have DISABLED, REQUIRED'],
    ['mysql://s2:Rahasia4@db/otp?ssl=perhaps', 'true or false for its parameter ssl'],
    ['mysql://s2:Rahasia4@db/otp?ssl={"ca":"x"}', 'unsupported settings in its ssl'],
    ['mysql://s2:Rahasia4@db/otp?ssl=true&ssl-mode=DISABLED', 'both ssl-mode and ssl'],
    ['mysql://s2:Rahasia4@db/otp?ssl-mode=DISABLED&sslMode=REQUIRED', 'its parameter sslMode twice'],
    ['mysql://s2:Rahasia4@db/otp?socketPath=/run/m.sock', 'another machine and a local socket'],
    ['mysql://s2:Rahasia4@localhost/otp?socketPath=m.sock', 'an absolute path'],
    ['mysql://s2:Rahasia4@localhost/otp?socketPath=/m.sock&ssl=true', 'TLS on a local socket'],
    ['sqlite::memory:', 'data in memory would be lost'],
    ['sqlite:file::memory:', 'data in memory would be lost'],
    ['sqlite:', 'names no file'],
    ['sqlite:data/Rahasia4.sqlite?mode=ro', 'an unknown parameter, mode:'],
  ])('%s is refused, by what is wrong and without the address', (text, words) => {
    expect(faultOf(text)).toContain(words);
    expect(faultOf(text)).not.toContain('Rahasia4');
  });

  it('is shown without its password, and not at all where it cannot be read', () => {
    expect(placeOfDatabase('mysql://sandi:Rahasia4@[::1]/otp?ssl=true')).toBe('sandi@[::1]:3306/otp');
    expect(placeOfDatabase('mysql://s2:/Rahasia4@db/otp')).toBe('an address that cannot be read');
  });
});
