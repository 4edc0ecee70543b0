const BLOCK = 512;

export const TAR_END = Buffer.alloc(2 * BLOCK);

/**
 * A file in a tar archive (POSIX ustar). The header contains the size, so the whole content must be in memory: split
 * large files. Written without a library: `tar` packs only files on disk, and `tar-stream` needs twelve packages.
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
    // The checksum counts its own place as blanks.
    [148, ' '.repeat(8)],
    [156, '0'],
    [257, 'ustar\0' + '00'],
  ];
  for (const [offset, text] of fields) header.write(text, offset, 'latin1');
  const checksum = header.reduce((sum, byte) => sum + byte, 0);
  header.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);
}
