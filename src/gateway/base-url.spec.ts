import { describe, expect, it } from 'vitest';
import { normaliseBaseUrl } from './base-url.js';

describe('a base address', () => {
  it.each([
    ['http://gateway:3900', 'http://gateway:3900'],
    ['https://Gateway.Example/', 'https://gateway.example'],
    ['http://gateway/wa//', 'http://gateway/wa'],
    ['http://[::1]:3900/', 'http://[::1]:3900'],
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
  ])('is not %s', (written) => {
    expect(normaliseBaseUrl(written)).toBeUndefined();
  });
});
