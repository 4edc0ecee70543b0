import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PICTURE_BYTES_MAX, pictureBytes, pictureOf } from '../../../src/platform/pictures/picture.rules.js';
import { projectPath } from '../../../src/platform/process/project.js';
import { png } from '../../support/png.js';

const PNG = png({ width: 3, height: 2 });
const PHOTO = readFileSync(projectPath('test/platform/pictures/photo.jpg'));
const SCRIPT = '<script>alert(1)</script>';

/** A segment with its length. */
const segment = (marker: number, ...data: number[]) => [0xff, marker, 0, data.length + 2, ...data];
const frame = (height: number, width: number) =>
  segment(0xc0, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0);
const TABLES = [...segment(0xdb, 0), ...segment(0xc4, 0)];
const SCAN = [...segment(0xda, 1, 1, 0, 0, 63, 0), 0x12, 0xff, 0x00, 0x34];
const jpeg = (...parts: number[][]) => Buffer.from([0xff, 0xd8, ...parts.flat(), 0xff, 0xd9]);
const JPEG = jpeg(TABLES, frame(2, 3), SCAN);

describe('a picture', () => {
  it('is known by its bytes, as PNG or JPEG, and stays what it is', () => {
    expect(pictureOf(PNG)).toEqual({ type: 'image/png', bytes: PNG });
    expect(pictureOf(JPEG)).toEqual({ type: 'image/jpeg', bytes: JPEG });
    const interlaced = png({ width: 5, height: 3, data: deflateSync(Buffer.alloc(22)), interlaced: true });
    expect(pictureOf(interlaced)?.type).toBe('image/png');
    expect(pictureOf(PHOTO)?.type).toBe('image/jpeg');
  });

  it('keeps nothing that is no picture: comments, metadata, what stands after its end', () => {
    const text = Buffer.from(SCRIPT);
    const dirtyPng = Buffer.concat([png({ width: 3, height: 2, extra: [['tEXt', text]] }), text]);
    expect(pictureOf(dirtyPng)?.bytes).toEqual(PNG);
    const comment = segment(0xfe, ...text);
    const exif = segment(0xe1, ...text);
    const dirtyJpeg = Buffer.concat([jpeg(comment, TABLES, exif, frame(2, 3), SCAN), text]);
    expect(pictureOf(dirtyJpeg)?.bytes).toEqual(JPEG);
  });

  it.each<[string, Buffer]>([
    ['begins as a JPEG and is a page', Buffer.from(`\xff\xd8\xff${SCRIPT}`, 'latin1')],
    ['begins as a PNG and is a page', Buffer.concat([PNG.subarray(0, 8), Buffer.from(SCRIPT)])],
    [
      'says 20,000 by 20,000 pixels',
      png({ width: 20_000, height: 20_000, data: deflateSync(Buffer.alloc(9)) }),
    ],
    ['says 4,097 by 1', png({ width: 4097, height: 1 })],
    ['says 4,096 by 4,096', png({ width: 4096, height: 4096, data: deflateSync(Buffer.alloc(9)) })],
    ['says nothing by 1', png({ width: 0, height: 1 })],
    ['has fewer rows than it says', png({ width: 3, height: 2, data: deflateSync(Buffer.alloc(7)) })],
    ['has more rows than it says', png({ width: 3, height: 2, data: deflateSync(Buffer.alloc(10_000_000)) })],
    ['has rows that are not compressed', png({ width: 3, height: 2, data: Buffer.alloc(8) })],
    ['has a wrong checksum', Buffer.from(PNG).fill(1, 20, 21)],
    ['ends early', PNG.subarray(0, PNG.length - 1)],
    ['is a JPEG of 20,000 by 20,000', jpeg(TABLES, frame(20_000, 20_000), SCAN)],
    ['is a JPEG without a frame', jpeg(TABLES, SCAN)],
    ['is a JPEG with two frames', jpeg(TABLES, frame(2, 3), frame(2, 3), SCAN)],
    ['is a JPEG without tables', jpeg(frame(2, 3), SCAN)],
    ['is a JPEG without a scan', jpeg(TABLES, frame(2, 3))],
    ['is a JPEG with a hundred scans', jpeg(TABLES, frame(2, 3), ...Array<number[]>(100).fill(SCAN))],
    ['is a JPEG without an end', JPEG.subarray(0, JPEG.length - 2)],
    ['is a JPEG that ends in a segment', JPEG.subarray(0, 6)],
  ])('is none where it %s', (_, bytes) => expect(pictureOf(bytes)).toBeUndefined());

  it.each(['<svg onload="alert(1)"/>', 'GIF89a', '<html>', 'RIFF0000WEBP', '\u0089PN', ''])(
    'is none where it begins %j',
    (text) => expect(pictureOf(Buffer.from(text, 'latin1'))).toBeUndefined(),
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
