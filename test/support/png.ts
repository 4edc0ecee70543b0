import { crc32, deflateSync } from 'node:zlib';

interface PngOptions {
  width: number;
  height: number;
  /** The compressed rows; those of a black picture unless told. */
  data?: Buffer;
  /** Between header and data. */
  extra?: readonly (readonly [type: string, data: Buffer])[];
  interlaced?: boolean;
}

/** A PNG in grey, eight bits a pixel. */
export function png({ width, height, data, extra = [], interlaced = false }: PngOptions): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, interlaced ? 1 : 0], 8);
  const rows = data ?? deflateSync(Buffer.alloc((width + 1) * height));
  const chunks = [['IHDR', header], ...extra, ['IDAT', rows], ['IEND', Buffer.alloc(0)]] as const;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, ...chunks.map(([type, bytes]) => chunkOf(type, bytes))]);
}

function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, checksum]);
}
