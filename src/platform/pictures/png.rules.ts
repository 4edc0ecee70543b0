import { crc32, inflateSync } from 'node:zlib';

const SIDE_MAX = 4096;
/** Browsers use four bytes per pixel. */
const PIXELS_MAX = 4_194_304;

export const isSane = (width: number, height: number): boolean =>
  width >= 1 && height >= 1 && width <= SIDE_MAX && height <= SIDE_MAX && width * height <= PIXELS_MAX;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Chunks that viewers need; text, profiles, metadata and animations are removed. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IDAT', 'IEND']);
const HEADER_LENGTH = 13;
/** Length, type and checksum of a chunk. */
const FRAME = 12;
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
/** The seven passes of interlaced pictures: x, y, dx, dy. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

interface Chunk {
  type: string;
  data: Buffer;
  whole: Buffer;
}

/** The PNG without metadata; `undefined` if it is incomplete or too large. */
export function cleanPng(bytes: Buffer): Buffer | undefined {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const chunks = chunksOf(bytes);
  const [header] = chunks ?? [];
  if (!chunks || header?.type !== 'IHDR' || header.data.length !== HEADER_LENGTH) return undefined;
  if (chunks.slice(1).some(({ type }) => type === 'IHDR')) return undefined;
  const size = dataSizeOf(header.data);
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data));
  if (size === undefined || !inflatesTo(data, size)) return undefined;
  return Buffer.concat([SIGNATURE, ...chunks.filter(({ type }) => KEPT.has(type)).map(({ whole }) => whole)]);
}

/** Up to IEND; `undefined` if a length or checksum is wrong. */
function chunksOf(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at + FRAME <= bytes.length;) {
    const end = at + FRAME + bytes.readUInt32BE(at);
    if (end > bytes.length || bytes.readUInt32BE(end - 4) !== crc32(bytes.subarray(at + 4, end - 4)))
      return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) });
    at = end;
    if (type === 'IEND') return chunks;
  }
  return undefined;
}

/** The size of the pixel data, with a filter byte per row. */
function dataSizeOf(header: Buffer): number | undefined {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, color = 0, compression, filter, interlace] = header.subarray(8);
  const channels = CHANNELS[color];
  if (!isSane(width, height) || channels === undefined || !DEPTHS[color]?.includes(depth)) return undefined;
  if (compression !== 0 || filter !== 0 || (interlace !== 0 && interlace !== 1)) return undefined;
  const sizeOf = (columns: number, rows: number) =>
    columns > 0 ? rows * (1 + Math.ceil((columns * channels * depth) / 8)) : 0;
  if (interlace === 0) return sizeOf(width, height);
  return PASSES.map(([x, y, dx, dy]) =>
    sizeOf(Math.ceil((width - x) / dx), Math.max(0, Math.ceil((height - y) / dy))),
  ).reduce((sum, each) => sum + each);
}

function inflatesTo(data: Buffer, size: number): boolean {
  try {
    return inflateSync(data, { maxOutputLength: size + 1 }).length === size;
  } catch {
    return false;
  }
}
