import { describe, expect, it } from 'vitest';
import { PICTURE_BYTES_MAX, pictureBytes, pictureTypeOf } from './picture.rules.js';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

describe('a picture', () => {
  it('is known by its bytes, as PNG or JPEG', () => {
    expect(pictureTypeOf(PNG)).toBe('image/png');
    expect(pictureTypeOf(JPEG)).toBe('image/jpeg');
  });

  it.each(['<svg onload="alert(1)"/>', 'GIF89a', '<html>', 'RIFF0000WEBP', '\u0089PN', ''])(
    'is none where it begins %j',
    (text) => expect(pictureTypeOf(Buffer.from(text, 'latin1'))).toBeUndefined(),
  );

  it('comes as base64 of no more than its cap', () => {
    expect(pictureBytes(PNG.toString('base64'))).toEqual(PNG);
    expect(pictureBytes(Buffer.alloc(PICTURE_BYTES_MAX).toString('base64'))).toHaveLength(PICTURE_BYTES_MAX);
    expect(pictureBytes(Buffer.alloc(PICTURE_BYTES_MAX + 1).toString('base64'))).toBeUndefined();
  });

  it.each([undefined, 7, '', 'data:image/png;base64,AAAA', 'AAA', 'AA=A', 'AAAA\n'])('is not %j', (written) =>
    expect(pictureBytes(written)).toBeUndefined(),
  );
});
