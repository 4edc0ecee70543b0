import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { Config } from '../config/index.js';
import { Destinations } from './destinations.js';

const destinations = (settings: Partial<Config> = {}) =>
  new Destinations(Object.assign(new Config(), { HOST: '0.0.0.0' }, settings));

describe('a URL that a webhook may have', () => {
  it.each([
    'https://example.com',
    'https://example.com:443/webhooks?from=sandi',
    'HTTPS://Webhooks.Example.co.id./a',
    'https://8.8.8.8/webhook',
    'https://[2606:4700:4700::1111]/webhook',
    'https://xn--bcher-kva.example/',
    'https://localhost.example.com/',
  ])('%s', (url) => expect(destinations().refusal(url)).toBeUndefined());

  it('is on a port that the operator opened', () => {
    const url = 'https://example.com:8443/';
    expect(destinations().refusal(url)).toBe('port');
    expect(destinations({ WEBHOOK_PORTS: '443,8443' }).refusal(url)).toBeUndefined();
  });

  it('may be a private one where the operator says so, as for development', () => {
    const open = destinations({ WEBHOOK_ALLOW_PRIVATE: true });
    for (const url of ['http://localhost:4000/', 'http://127.0.0.1:81/', 'https://10.0.0.1/', 'http://app/'])
      expect(open.refusal(url)).toBeUndefined();
    expect(open.refusal('ftp://localhost/')).toBe('scheme');
    expect(open.refusal('http://user:pass@localhost/')).toBe('credentials');
  });
});

describe('a URL of the machine itself', () => {
  const LOOPBACK = [
    'http://localhost:3000/hook',
    'http://127.0.0.1:81/',
    'https://[::1]/',
    'http://app.localhost:8080/',
  ];

  it('is one for the embedded default, while nobody else reaches it', () => {
    for (const HOST of ['127.0.0.1', '::1', 'localhost'])
      for (const url of LOOPBACK) expect(destinations({ HOST }).refusal(url)).toBeUndefined();
  });

  it('opens no other address, scheme or credentials', () => {
    const own = destinations({ HOST: '127.0.0.1' });
    for (const url of [
      'https://10.0.0.1/',
      'https://192.168.1.2/',
      'https://169.254.169.254/',
      'https://app/',
    ])
      expect(own.refusal(url)).toBe('address');
    expect(own.refusal('http://example.com/')).toBe('scheme');
    expect(own.refusal('ftp://localhost/')).toBe('scheme');
    expect(own.refusal('http://user:pass@localhost/')).toBe('credentials');
    expect(own.refusal('https://localhost.example.com:8443/')).toBe('port');
  });

  it.each<[string, Partial<Config>]>([
    ['others reach the service', { HOST: '0.0.0.0' }],
    ['others reach the service by IPv6', { HOST: '::' }],
    ['it runs in production', { HOST: '127.0.0.1', NODE_ENV: 'production' }],
    ['it has a database server', { HOST: '127.0.0.1', DATABASE_URL: 'mysql://sandi@localhost/sandi' }],
  ])('is refused where %s, and the advice says how', (_, settings) => {
    const closed = destinations(settings);
    for (const url of LOOPBACK) expect(closed.refusal(url)).toMatch(/^(?:scheme|address)$/);
    const words = settings.NODE_ENV === 'production' ? /tunnel/ : /WEBHOOK_ALLOW_PRIVATE=1/;
    for (const refusal of ['scheme', 'address'] as const) expect(closed.advice(refusal).en).toMatch(words);
  });
});

describe('a URL that is refused', () => {
  it.each([
    ['form', ''],
    ['form', 'example.com/webhook'],
    ['form', '//example.com/webhook'],
    ['form', 'https:example.com'],
    ['form', 'https:\\\\example.com\\webhook'],
    ['form', ' https://example.com'],
    ['form', 'https://exam\nple.com'],
    ['form', 'https://example.com/a b'],
    ['form', 'https://'],
    ['form', 'https://example.com:99999/'],
    ['form', 'https://1.2.3.4.5/'],
    ['form', 'https://[fe80::1%25eth0]/'],
    ['form', `https://example.com/${'x'.repeat(2048)}`],
    ['scheme', 'http://example.com/'],
    ['scheme', 'ftp://example.com/'],
    ['scheme', 'file:///etc/passwd'],
    ['scheme', 'gopher://example.com/'],
    ['credentials', 'https://user:pass@example.com/'],
    ['credentials', 'https://user@example.com/'],
    ['credentials', 'https://example.com@127.0.0.1/'],
    ['port', 'https://example.com:22/'],
    ['port', 'https://example.com:80/'],
    ['port', 'https://example.com:0/'],
  ])('%s: %j', (reason, url) => expect(destinations().refusal(url)).toBe(reason));
});

describe('a private address', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'ｌocalhost',
    'intranet',
    'metadata.google.internal',
    'printer.local',
    'nas.home.arpa.',
  ])('is refused by its name: %s', (host) =>
    expect(destinations().refusal(`https://${host}/`)).toBe('address'),
  );

  it.each([
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0x7F.1',
    '017700000001',
    '0177.0.0.01',
    '0177.0x0.1',
    '%31%32%37.0.0.1',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '0',
    '0.0.0.0',
    '10.1.2.3',
    '192.168.257',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.169.254',
    '100.64.0.1',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::FFFF:a9fe:a9fe]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[ff02::1]',
  ])('is refused in whatever spelling: %s', (host) =>
    expect(destinations().refusal(`https://${host}/`)).toBe('address'),
  );
});
