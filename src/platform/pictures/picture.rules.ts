import { cleanJpeg } from './jpeg.rules.js';
import { cleanPng } from './png.rules.js';

/** Enough for a photograph of a QR code. */
export const PICTURE_BYTES_MAX = 128 * 1024;

export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Decodes base64; `undefined` if it is malformed or too large. */
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
 * Detects the type by content and removes metadata and trailing data. `undefined`: incomplete, or over 4096 pixels a
 * side or four megapixels.
 */
export function pictureOf(bytes: Buffer): Picture | undefined {
  for (const type of PICTURE_TYPES) {
    const clean = CLEANERS[type](bytes);
    if (clean) return { type, bytes: clean };
  }
  return undefined;
}
