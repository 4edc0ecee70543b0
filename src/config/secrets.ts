import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomId, randomToken } from '../platform/ids/random.js';

/** What the embedded default makes for itself at its first start and keeps, readable by its owner only. */
export interface EmbeddedSecrets {
  jwtSecret: string;
  dataKey: string;
  gatewayWebhookSecret: string;
  simulatorToken: string;
}

/** The secrets of `dataDir`, made on first use. */
export function embeddedSecrets(dataDir: string): EmbeddedSecrets {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) create(file, dataDir);
  return JSON.parse(readFileSync(file, 'utf8')) as EmbeddedSecrets;
}

/** Written whole and linked into place, so that two processes starting at once agree on one set. */
function create(file: string, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  const secrets: EmbeddedSecrets = {
    jwtSecret: randomToken(48),
    dataKey: randomToken(48),
    gatewayWebhookSecret: randomToken(32),
    simulatorToken: randomToken(24),
  };
  const draft = `${file}.${randomId()}`;
  writeFileSync(draft, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}
