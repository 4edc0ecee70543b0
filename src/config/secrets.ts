import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomId, randomToken } from '../platform/ids/random.js';

/** Secrets that the embedded default creates at its first start, in a file that only its owner can read. */
export interface EmbeddedSecrets {
  jwtSecret: string;
  dataKey: string;
  gatewayWebhookSecret: string;
  simulatorToken: string;
}

/** The secrets in `dataDir`; creates them on first use. */
export function embeddedSecrets(dataDir: string): EmbeddedSecrets {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) create(file, dataDir);
  return JSON.parse(readFileSync(file, 'utf8')) as EmbeddedSecrets;
}

/** Writes a draft and links it: of two processes that start at once, both use the file of the first. */
function create(file: string, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  const secrets: EmbeddedSecrets = {
    jwtSecret: randomToken(48),
    dataKey: randomToken(48),
    gatewayWebhookSecret: randomToken(32),
    simulatorToken: randomToken(24),
  };
  const draft = `${file}.${randomId()}`;
  try {
    writeFileSync(draft, JSON.stringify(secrets, null, 2), { mode: 0o600 });
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
