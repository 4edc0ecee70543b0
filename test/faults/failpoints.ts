import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SRC = join(import.meta.dirname, '../../src');

/** The names of all failpoints, one for each call in src, in the order of its files. */
export const FAILPOINTS = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .sort()
  .flatMap((file) => [...readFileSync(join(SRC, file), 'utf8').matchAll(/\bfailpoint\('([^']+)'\)/g)])
  .map(([, name = '']) => name);
