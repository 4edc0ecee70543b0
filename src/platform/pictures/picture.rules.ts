import { cleanJpeg } from './jpeg.rules.js';
import { cleanPng } from './png.rules.js';

/** A QR code is a few KiB; a photograph of one fits too. */
export const PICTURE_BYTES_MAX = 128 * 1024;

export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The bytes of a picture that was written as base64; `undefined` where it is not that, or too large. */
export function pictureBytes(written: unknown): Buffer | undefined {
  if (typeof written !== 'string' || written.length > (PICTURE_BYTES_MAX * 4) / 3 + 4) return undefined;
  if (!BASE64.test(written)) return undefined;
  const bytes = Buffer.from(written, 'base64');
  return bytes.length > 0 && bytes.length <= PICTURE_BYTES_MAX ? bytes : undefined;
}

export interface Picture {
  type: PictureType;
  bytes: Buffer;
}

const CLEANERS = {
  'image/png': cleanPng,
  'image/jpeg': cleanJpeg,
} as const satisfies Record<PictureType, (bytes: Buffer) => Buffer | undefined>;

/**
 * What a picture is by its bytes, whatever its sender calls it, and without what is no picture in it: comments, metadata,
 * anything after its end. `undefined` where it is not whole, or larger than 4096 a side and four megapixels.
 */
export function pictureOf(bytes: Buffer): Picture | undefined {
  for (const type of PICTURE_TYPES) {
    const clean = CLEANERS[type](bytes);
    if (clean) return { type, bytes: clean };
  }
  return undefined;
}
