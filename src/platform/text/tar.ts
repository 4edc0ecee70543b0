const BLOCK = 512;

export const TAR_END = Buffer.alloc(2 * BLOCK);

/**
 * A file in a tar archive (POSIX ustar). The header has its size, so that the content is known as a whole: large files go in
 * parts. Not by a library: `tar` packs only files on disk, `tar-stream` needs twelve packages, and one header is all we use.
 */
export function tarFile(name: string, content: Buffer, at: Date): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0') + '\0';
  const fields: readonly [offset: number, text: string][] = [
    [0, name],
    [100, octal(0o600, 8)],
    [108, octal(0, 8)],
    [116, octal(0, 8)],
    [124, octal(content.length, 12)],
    [136, octal(Math.floor(at.getTime() / 1000), 12)],
    // As if the checksum were blank.
    [148, ' '.repeat(8)],
    [156, '0'],
    [257, 'ustar\0' + '00'],
  ];
  for (const [offset, text] of fields) header.write(text, offset, 'latin1');
  const checksum = header.reduce((sum, byte) => sum + byte, 0);
  header.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);
}
