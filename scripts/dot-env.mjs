import { readFileSync } from 'node:fs';
import { parseEnv, TextDecoder } from 'node:util';

/** `.env` of the current folder, for what `npm run` starts; what the environment itself sets wins. */
export function readDotEnv() {
  try {
    for (const [name, value] of Object.entries(parseEnv(textOf(readFileSync('.env')))))
      process.env[name] ??= value;
  } catch (error) {
    if (error.code === 'ENOENT') return;
    process.stderr.write(`.env cannot be read: ${error.message}\n`);
    process.exit(1);
  }
}

/** Without the mark that some editors begin a file with: it would become part of the first name. */
function textOf(bytes) {
  if (bytes.includes(0)) throw new Error('it is UTF-16 or no text: save it as UTF-8');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('it holds bytes that are no UTF-8: save it as UTF-8');
  }
}
