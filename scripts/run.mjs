// `node scripts/run.mjs <file> <arguments…>`: builds when needed, and runs a program with .env in its environment.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhenStale } from './build-when-stale.mjs';
import { readDotEnv } from './dot-env.mjs';

readDotEnv();
buildWhenStale();
process.setSourceMapsEnabled(true);
process.argv.splice(1, 1);
await import(pathToFileURL(resolve(process.argv[1])).href);
