import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomDigits } from '../platform/ids/random.js';
import { USER_AGENT } from '../platform/process/project.js';

export const DEMO_USERNAME = 'demo';
const ANSWER_MS = 3000;

/** The content of `demo.json` in DATA_DIR, which only its owner can read. */
export interface Demo {
  password: string;
  apiKey: string;
}

const fileIn = (dataDir: string) => join(dataDir, 'demo.json');

export function readDemo(dataDir: string): Demo | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Demo;
  } catch (error) {
    // A full disk or a kill may have cut the file off: the next start writes another.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function writeDemo(dataDir: string, demo: Demo): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(fileIn(dataDir), JSON.stringify(demo, null, 2), { mode: 0o600 });
}

/** The lines that `npm start` prints, ready to paste. */
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

/** Why the service at `publicUrl` does not accept the demo's API key; `undefined` if it does. */
export async function demoFault(publicUrl: string, { apiKey }: Demo): Promise<string | undefined> {
  try {
    const { status } = await fetch(`${publicUrl}/api/otp/history`, {
      headers: { authorization: `Bearer ${apiKey}`, 'user-agent': USER_AGENT },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (status === 401) return 'This key is no longer valid: the next `npm start` makes another.';
    return status === 200 ? undefined : `The service answers ${status} there: \`npm run doctor\` says why.`;
  } catch {
    return `Nothing answers at ${publicUrl}: \`npm start\` runs the service there.`;
  }
}
