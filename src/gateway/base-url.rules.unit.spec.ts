import { describe, expect, it } from 'vitest';
import { normaliseBaseUrl } from './base-url.rules.js';

describe('a base address', () => {
  it.each([
    ['http://gateway:3900', 'http://gateway:3900'],
    ['https://Gateway.Example/', 'https://gateway.example'],
    ['http://gateway/wa//', 'http://gateway/wa'],
    ['http://[::1]:3900/', 'http://[::1]:3900'],
    ['http://127.1:3900', 'http://127.0.0.1:3900'],
    ['http://192.168.1.20:3000', 'http://192.168.1.20:3000'],
  ])('%s is kept as %s', (written, kept) => {
    expect(normaliseBaseUrl(written)).toBe(kept);
    expect(normaliseBaseUrl(kept)).toBe(kept);
  });

  it.each([
    '',
    'gateway:3900',
    'ftp://gateway',
    'file:///etc/passwd',
    'http://user:password@gateway',
    'http://user@gateway',
    'http://gateway/?token=1',
    'http://gateway/#x',
    `http://gateway/${'x'.repeat(255)}`,
    'http://169.254.169.254/latest',
    'http://2852039166',
    'http://0xa9fea9fe',
    'http://0251.0376.0251.0376',
    'http://169.254.43518',
    'http://[fe80::1]:3900',
    'http://[::ffff:169.254.169.254]',
    'http://[64:ff9b::a9fe:a9fe]',
    'http://[ff02::1]',
    'http://239.1.1.1',
    'http://100.100.100.200',
  ])('is not %s', (written) => {
    expect(normaliseBaseUrl(written)).toBeUndefined();
  });
});
