import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceOf } from './sessions.service.js';

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
const EDGE = `${WINDOWS} Edg/130.0.0.0`;

describe('the device of a session', () => {
  it.each([
    [WINDOWS, 'Chrome, Windows'],
    [EDGE, 'Microsoft Edge, Windows'],
    [IPHONE, 'Safari, iOS'],
    [FIREFOX, 'Firefox, Linux'],
    ['curl/8.5.0', 'curl'],
    ['python-requests/2.31', 'python-requests'],
    ['node', 'node'],
    [null, null],
    ['', null],
    ['KLIK http://jahat.example/x y', null],
    ['Hubungi 0812 3456 7890/1 sekarang', null],
  ])('of %j is %j', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device));

  it('is never a sentence or an address that the client chose', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 200 }), (userAgent) => {
        expect(deviceOf(userAgent) ?? '').toMatch(/^[\w.-]*$|^[\w .-]+(, [\w .-]+)?$/);
        expect(deviceOf(userAgent)?.length ?? 0).toBeLessThan(80);
      }),
    );
  });
});
