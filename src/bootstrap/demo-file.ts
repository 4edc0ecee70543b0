import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomDigits } from '../platform/ids/random.js';

export const DEMO_USERNAME = 'demo';

/** What `demo.json` in DATA_DIR keeps, readable by its owner, so that the same lines can be shown again. */
export interface Demo {
  password: string;
  apiKey: string;
}

const fileIn = (dataDir: string) => join(dataDir, 'demo.json');

export function readDemo(dataDir: string): Demo | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Demo;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function writeDemo(dataDir: string, demo: Demo): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(fileIn(dataDir), JSON.stringify(demo, null, 2), { mode: 0o600 });
}

/** What to tell a newcomer, who pastes it as it stands. */
export function demoLines(publicUrl: string, { password, apiKey }: Demo): string[] {
  const body = JSON.stringify({
    phone: '081234567890',
    otp_code: randomDigits(6),
    company_name: 'Toko Demo',
  });
  return [
    `Dashboard: ${publicUrl}`,
    `Demo account: ${DEMO_USERNAME} / ${password}`,
    'Send a first OTP there, from the page “Kirim”, or from here:',
    '',
    `  curl -X POST ${publicUrl}/api/otp/send \\`,
    `    -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' \\`,
    `    -d '${body}'`,
    `  curl ${publicUrl}/api/otp/history -H 'Authorization: Bearer ${apiKey}'`,
    '',
    `API documents: ${publicUrl}/docs. For your application: ${publicUrl}/docs/guide and sdk/. These lines again: npm run demo`,
  ];
}
