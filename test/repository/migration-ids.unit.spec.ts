import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = 'src/migrations';
/** The migration to 64 bits. */
const WIDE = '1764320000001';

const narrowIds = (file: string) =>
  readFileSync(`${FOLDER}/${file}`, 'utf8').match(/\bid\(\)|\bint\('(?:id|\w+_(?:id|by))'/g) ?? [];

it('migrations after the one to 64-bit ids make no narrow id', () => {
  const files = readdirSync(FOLDER).filter((file) => /^\d+-.*\.ts$/.test(file));
  expect(files.filter((file) => file > WIDE).flatMap(narrowIds)).toEqual([]);
  expect(files.filter((file) => file < WIDE).flatMap(narrowIds).length).toBeGreaterThan(80);
});
