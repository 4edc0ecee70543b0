/** A QR code is a few KiB; a photograph of one fits too. */
export const PICTURE_BYTES_MAX = 128 * 1024;

export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

const BEGINNINGS = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
} as const satisfies Record<PictureType, readonly number[]>;

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The bytes of a picture that was written as base64; `undefined` where it is not that, or too large. */
export function pictureBytes(written: unknown): Buffer | undefined {
  if (typeof written !== 'string' || written.length > (PICTURE_BYTES_MAX * 4) / 3 + 4) return undefined;
  if (!BASE64.test(written)) return undefined;
  const bytes = Buffer.from(written, 'base64');
  return bytes.length > 0 && bytes.length <= PICTURE_BYTES_MAX ? bytes : undefined;
}

/** What a picture is by its bytes, whatever its sender calls it; a drawing that may hold scripts is none. */
export const pictureTypeOf = (bytes: Buffer): PictureType | undefined =>
  PICTURE_TYPES.find((type) => BEGINNINGS[type].every((byte, at) => bytes[at] === byte));
