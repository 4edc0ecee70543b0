import { isSane } from './png.rules.js';

const MARK = 0xff;
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const TABLES = { quantization: 0xdb, huffman: 0xc4 } as const;
/** Baseline, extended and progressive, which browsers support. */
const FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2];
/** Frame, tables, restart interval, scan, JFIF and Adobe. Comments and metadata are removed. */
const KEPT: readonly number[] = [...FRAMES, ...Object.values(TABLES), 0xdd, SCAN, 0xe0, 0xee];
/** Each scan is drawn over the whole picture; progressive ones have about ten. */
const SCANS_MAX = 32;
/** JFIF without its thumbnail. */
const JFIF_LENGTH = 16;

interface Segment {
  marker: number;
  /** Includes the data of a scan. */
  whole: Buffer;
}

/** The JPEG without metadata; `undefined` if it is incomplete or too large. */
export function cleanJpeg(bytes: Buffer): Buffer | undefined {
  const segments = segmentsOf(bytes);
  if (!segments) return undefined;
  const frames = segments.filter(({ marker }) => FRAMES.includes(marker));
  const scans = segments.filter(({ marker }) => marker === SCAN);
  const has = (marker: number) => segments.some((segment) => segment.marker === marker);
  if (
    frames.length !== 1 ||
    scans.length === 0 ||
    scans.length > SCANS_MAX ||
    !Object.values(TABLES).every(has)
  )
    return undefined;
  if (!frames.every(({ whole }) => isFrame(whole))) return undefined;
  const kept = segments.filter(({ marker, whole }) => KEPT.includes(marker) && isShort(marker, whole));
  return Buffer.concat([
    Buffer.from([MARK, START]),
    ...kept.map(({ whole }) => whole),
    Buffer.from([MARK, END]),
  ]);
}

const isShort = (marker: number, whole: Buffer) =>
  (marker !== 0xe0 && marker !== 0xee) || whole.length <= JFIF_LENGTH + 2;

/** Eight bits per sample, one or three colours. */
function isFrame(whole: Buffer): boolean {
  const [, , , , depth, , , , , colors = 0] = whole;
  if (whole.length !== 10 + 3 * colors || depth !== 8 || (colors !== 1 && colors !== 3)) return false;
  return isSane(whole.readUInt16BE(7), whole.readUInt16BE(5));
}

/** `undefined` if the segments are malformed. */
function segmentsOf(bytes: Buffer): Segment[] | undefined {
  if (bytes[0] !== MARK || bytes[1] !== START) return undefined;
  const segments: Segment[] = [];
  for (let at = 2; at + 2 <= bytes.length;) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== MARK) return undefined;
    if (marker === END) return segments;
    if (marker < 0xc0 || at + 4 > bytes.length) return undefined;
    const length = bytes.readUInt16BE(at + 2);
    let end = at + 2 + length;
    if (length < 2 || end > bytes.length) return undefined;
    if (marker === SCAN) {
      const start = end;
      end = endOfScan(bytes, end);
      if (end === start) return undefined;
    }
    segments.push({ marker, whole: bytes.subarray(at, end) });
    at = end;
  }
  return undefined;
}

/** The position of the next marker. A zero after 0xff is data; restarts belong to the scan. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = start; at + 1 < bytes.length; at++) {
    if (bytes[at] !== MARK) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}
